"""The knowledge base that the first command builds from the starter data."""

from __future__ import annotations

from pathlib import Path

from cli.messages import note
from cli.progress import taking_in
from ingest.pipeline import Wishes, take_in
from ingest.starter_manifest import known_documents, starter_documents
from kb.i18n import _
from kb.storage.store import Store


def build(folder: Path) -> None:
    """Create the knowledge base in a folder and ingest the starter documents.

    Raises:
        StoreError: the folder can't be written.
    """
    with Store.open(folder, create=True) as store:
        note(_("building the knowledge base in {folder}", folder=folder))
        complete(store)


def complete(store: Store) -> None:
    """Ingest the starter documents that the knowledge base lacks, perhaps because an earlier run was interrupted."""
    with store.only_writer():
        if store.meta("starter") is not None:
            return
        documents = starter_documents()
        with taking_in(store, _("starter data"), len(documents)) as step:
            report = take_in(store, documents, Wishes(), known_documents(), step)
        if report.rejected:
            raise report.rejected[0]
        with store.writing():
            store.set_meta("starter", "complete")
