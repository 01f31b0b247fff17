// How is an event dragged by a finger? Held for a moment it comes along; a finger that moves at once scrolls, as ever.

const HOLD_MS = 350;
const SLACK_PX = 10; // a finger is never quite still

/**
 * `node` can be held by touch: `over(target)` is called for what lies under the finger while it moves (null: nothing that
 * takes it), `dropped(target, y, grabbed)` when it is let go there, `grabbed` pixels below the node's upper edge. `taker(element)`
 * answers the target that an element belongs to, or null.
 */
export function holdable(node, { taker, over, dropped }) {
  let began = null; // {id, x, y, grabbed, timer}
  let held = false;
  let letGo = false; // the click that may follow is no wish to open it

  const under = ({ clientX, clientY }) => taker(document.elementFromPoint(clientX, clientY));

  function end() {
    if (began) clearTimeout(began.timer);
    began = null;
    held = false;
    node.draggable = true;
    node.classList.remove("held");
    over(null);
  }

  node.addEventListener("pointerdown", (event) => {
    letGo = false;
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    node.draggable = false; // else the browser's own drag, where it has one by touch, begins too
    const { clientX: x, clientY: y, pointerId: id } = event;
    const hold = () => {
      held = true;
      node.classList.add("held");
    };
    began = { id, x, y, grabbed: y - node.getBoundingClientRect().top, timer: setTimeout(hold, HOLD_MS) };
  });

  node.addEventListener("pointermove", (event) => {
    if (event.pointerId !== began?.id) return;
    if (held) over(under(event));
    else if (Math.hypot(event.clientX - began.x, event.clientY - began.y) > SLACK_PX) end();
  });

  node.addEventListener("pointerup", (event) => {
    if (event.pointerId !== began?.id) return;
    const target = held ? under(event) : null;
    const { grabbed } = began;
    letGo = held;
    end();
    if (target) dropped(target, event.clientY, grabbed);
  });
  node.addEventListener("pointercancel", end);
  node.addEventListener("click", (event) => letGo && event.preventDefault());

  // Only a listener that is not passive may keep the page from scrolling, and a link's menu would end the touch.
  node.addEventListener("touchmove", (event) => held && event.cancelable && event.preventDefault(), { passive: false });
  node.addEventListener("contextmenu", (event) => began && event.preventDefault());
}
