"""What does a page offer those who see little, or nothing, or use no mouse? Findings in words; none = good.

The rules of WCAG 2.2 that code can decide: names, labels, landmarks, headings in order, ids once, contrast (1.4.3),
nothing wider than the screen (1.4.10), targets of at least 24 pixels (2.5.8).
"""

FINDINGS = r"""() => {
  const found = [];
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const modal = [...document.querySelectorAll("dialog")].find((dialog) => dialog.open);
  const scope = modal ?? document.body;
  const tell = (what, node) => found.push(`${what}: ${node.outerHTML.slice(0, 120)}`);

  const textOf = (ids) => ids.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  const nameOf = (node) => node.getAttribute("aria-label") || textOf(node.getAttribute("aria-labelledby") ?? "")
    || [...(node.labels ?? [])].map((label) => label.textContent).join(" ") || node.textContent;
  const controls = "button, a[href], input, textarea, select";
  for (const node of scope.querySelectorAll(`${controls}, dialog[open], nav, [role=group]`)) {
    if (shown(node) && !nameOf(node).trim()) tell("without a name", node);
  }
  for (const node of scope.querySelectorAll("img")) if (!node.hasAttribute("alt")) tell("image without alt", node);

  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`id twice: ${id}`);
  for (const node of document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls], label[for]")) {
    for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
      for (const id of (node.getAttribute(name) ?? "").split(" ").filter(Boolean)) {
        const waits = node.closest("[hidden], dialog:not([open])"); // what it names comes when it is shown
        if (!waits && !ids.includes(id)) tell(`${name} names nothing`, node);
      }
    }
  }
  if ([...document.querySelectorAll("main")].filter(shown).length !== 1) found.push("not one main landmark");
  if (!document.documentElement.lang || !document.title) found.push("no language or title");

  let level = modal ? 1 : 0;
  for (const node of (modal ?? document.querySelector("main")).querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    if (!shown(node)) continue;
    const here = Number(node.tagName[1]);
    if (here > level + 1) tell(`heading after level ${level}`, node);
    level = here;
  }

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const over = (top, below) => [0, 1, 2].map((i) => (top[i] * top[3] + below[i] * (255 - top[3])) / 255).concat(255);
  const ground = (node) => {
    const own = rgba(getComputedStyle(node).backgroundColor);
    if (own[3] === 255 || !node.parentElement) return own[3] === 255 ? own : over(own, [255, 255, 255, 255]);
    return over(own, ground(node.parentElement));
  };
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const beside = !shown(node) || node.closest("button:disabled, .sr-only, noscript");
    if (!walker.currentNode.data.trim() || beside) continue;
    const behind = ground(node);
    const ink = over(rgba(getComputedStyle(node).color), behind);
    const [bright, dark] = [light(ink), light(behind)].sort((a, b) => b - a);
    const ratio = (bright + 0.05) / (dark + 0.05);
    if (ratio < 4.5) tell(`contrast ${ratio.toFixed(2)}`, node);
  }

  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) found.push(`wider than the screen by ${wider}`);
  for (const node of scope.querySelectorAll(controls)) {
    const { width, height } = node.getBoundingClientRect();
    const inText = node.closest("p, .prose"); // a link in a sentence may be as small as its words
    if (!shown(node) || inText || node.labels?.length > 0) continue;
    if (Math.min(width, height) < 24) tell(`a target of ${Math.round(width)} x ${Math.round(height)}`, node);
  }
  return found;
}"""
