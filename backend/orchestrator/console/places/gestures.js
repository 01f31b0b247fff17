// How is a map moved? Dragged by mouse, pen or finger, pinched by two, zoomed by the wheel, and all of it by keys.

const STEP_PX = 80; // of an arrow key
const WHEEL_ZOOM = 0.002; // levels a pixel of the wheel
const LINE_PX = 16;
const SLACK_PX = 4; // a press that moved less is a click
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** `moved(dx, dy)` in pixels; `zoomed(levels, {x, y})` about a point of the node, none: about its middle; `whole()`. A click
 * that follows a drag is swallowed. */
export function movable(node, { moved, zoomed, whole }) {
  const down = new Map();
  let dragged = 0;

  const pointOf = (event) => {
    const { left, top } = node.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest("button")) return;
    if (!down.size) dragged = 0;
    down.set(event.pointerId, pointOf(event));
  });

  node.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    dragged += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (dragged > SLACK_PX && !node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
    if (other) pinch(before, now, other);
    else moved(before.x - now.x, before.y - now.y);
  });

  function pinch(before, now, other) {
    const [was, is] = [before, now].map(({ x, y }) => Math.max(1, Math.hypot(x - other.x, y - other.y)));
    moved((before.x - now.x) / 2, (before.y - now.y) / 2);
    zoomed(Math.log2(is / was), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, (event) => down.delete(event.pointerId));
  node.addEventListener("click", (event) => {
    if (dragged > SLACK_PX && event.detail) event.stopPropagation();
    dragged = 0;
  }, { capture: true });

  node.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomed(-event.deltaY * (event.deltaMode ? LINE_PX : 1) * WHEEL_ZOOM, pointOf(event));
  }, { passive: false });

  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== node) return;
    const way = KEYS[event.key];
    if (way) moved(way[0] * STEP_PX, way[1] * STEP_PX);
    else if (event.key === "+" || event.key === "=") zoomed(1);
    else if (event.key === "-") zoomed(-1);
    else if (event.key === "0") whole();
    else return;
    event.preventDefault();
  });
}
