// Which view of the places is on the screen? All of them, the map, one, or the form.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "places",
  words: ready,
  tabs: [
    ["list", "#/places", "places.tab.list"],
    ["map", "#/places/map", "places.tab.map"],
  ],
  below: { place: "list", edit: "list" },
  views: { list: () => import("./list.js"), map: () => import("./map.js"), place: () => import("./place.js"), edit: () => import("./edit.js") },
  read: ([id, act]) => (!id ? ["list"] : id === "map" ? ["map", act] : id === "new" ? ["edit"] : act === "edit" ? ["edit", id] : ["place", id]),
});
