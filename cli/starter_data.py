"""The starter data: documents from which the first command builds a knowledge base."""

from __future__ import annotations

from pathlib import Path

from cli.messages import note
from cli.progress import ingest_progress
from ingest.pipeline import IngestOptions, ingest_documents
from ingest.starter_manifest import load_manifest, read_starter_documents
from kb.i18n import _
from kb.storage.store import Store


def build_knowledge_base(folder: Path) -> None:
    """Create the knowledge base in a folder and ingest the starter documents.

    Raises:
        StoreError: the folder can't be written.
    """
    with Store.open(folder, create=True) as store:
        note(_("building the knowledge base in {folder} from the starter data, a part of the rules", folder=folder))
        ingest_starter_data(store)


def ingest_starter_data(store: Store) -> None:
    """Ingest the starter documents, unless an earlier run has ingested them all."""
    with store.writer_lock():
        if store.meta("starter") is not None:
            return
        documents = read_starter_documents()
        known = load_manifest()
        titles = {entry.name: entry.title for entry in known.values()}
        with ingest_progress(store, _("starter data"), len(documents)) as step:
            report = ingest_documents(store, documents, IngestOptions(), known, lambda name: step(titles[name]))
        if report.rejected:
            raise report.rejected[0]
        with store.transaction():
            store.set_meta("starter", "complete")
