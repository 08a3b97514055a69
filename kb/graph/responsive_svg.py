"""One SVG made of two Graphviz drawings. It shows the drawing that fits the window, in light or dark colours."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

# If the wide drawing must shrink below this part of its width to fit a portrait window, show the upright drawing.
_MIN_SCALE = 0.85

_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"


def combine_drawings(wide: bytes, upright: bytes, title: str, paper: str, dark: Mapping[str, str]) -> str:
    """Combine the wide drawing and the upright drawing (for phones) in one SVG.

    `dark` maps each light colour to a dark colour. One of the light colours is `paper`, the colour of the background.
    """
    drawings = _cleaned(wide), _cleaned(upright)
    (width, height), (narrow, tall) = (
        [float(size) for size in picture.attrib["viewBox"].split()[2:]] for picture in drawings
    )
    ET.register_namespace("", _SVG.strip("{}"))
    ET.register_namespace("xlink", _XLINK.strip("{}"))
    root = ET.Element(
        f"{_SVG}svg",
        {
            "class": "rules-refs", "viewBox": f"0 0 {width:g} {height:g}", "width": f"{width:g}",
            "height": f"{height:g}", "preserveAspectRatio": "xMidYMin meet",
        },
    )  # fmt: skip
    ET.SubElement(root, f"{_SVG}title").text = title
    ET.SubElement(root, f"{_SVG}style").text = _style((width, height), (narrow, tall), paper, dark)
    ET.SubElement(root, f"{_SVG}g", {"class": "wide"}).extend(drawings[0])
    # The upright drawing is scaled to the width of the wide drawing, since the file has one coordinate system.
    scale = {"class": "upright", "display": "none", "transform": f"scale({width / narrow:.4f})"}
    ET.SubElement(root, f"{_SVG}g", scale).extend(drawings[1])
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _style(wide: tuple[float, float], upright: tuple[float, float], paper: str, dark: Mapping[str, str]) -> str:
    """Return the style sheet, which chooses the drawing, its size and its colours."""
    (width, height), (narrow, tall) = wide, upright
    instead = "".join(
        f'.rules-refs [fill="{light}"]{{fill:{color}}}.rules-refs [stroke="{light}"]{{stroke:{color}}}\n'
        for light, color in dark.items()
    )
    return f"""
.rules-refs{{display:block;margin:0 auto;background:{paper}}}
.rules-refs{{width:100%;max-width:{width * 1.25:.0f}px;height:auto;aspect-ratio:{width / height:.4f}}}
.rules-refs a:hover text{{text-decoration:underline}}
@media (max-width:{width * _MIN_SCALE:.0f}px) and (orientation:portrait){{
.rules-refs{{max-width:{narrow * 1.5:.0f}px;aspect-ratio:{narrow / tall:.4f}}}
.rules-refs .wide{{display:none}}
.rules-refs .upright{{display:inline}}
}}
@media (prefers-color-scheme:dark){{
.rules-refs{{background:{dark[paper]}}}
{instead}}}
"""


def _cleaned(drawn: bytes) -> ET.Element:
    """Remove ids and the names of nodes from a drawing, and turn the titles of links into tooltips.

    A browser would show the names of nodes as tooltips. The ids of the two drawings would clash.
    """
    root = ET.fromstring(drawn)  # noqa: S314, what Graphviz writes of our own texts
    for element in list(root.iter()):
        element.attrib.pop("id", None)
        for child in list(element):
            if child.tag == f"{_SVG}title":
                element.remove(child)
        if element.tag == f"{_SVG}a":
            tip = element.attrib.pop(f"{_XLINK}title", "")
            if f"{_XLINK}href" not in element.attrib:
                element.tag = f"{_SVG}g"
            if tip:
                title = ET.Element(f"{_SVG}title")
                title.text = tip
                element.insert(0, title)
    return root
