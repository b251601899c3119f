"use strict";

const SVG = "http://www.w3.org/2000/svg";
const FLIGHT_MS = 600;
const AGAIN_MS = 2000;

const it = (id) => document.getElementById(id);
const matches = (query) => window.matchMedia(query);
const schemes = [matches("(prefers-contrast: more)"), matches("(prefers-color-scheme: light)")];
const calm = matches("(prefers-reduced-motion: reduce)");

let source = null;
let ground = "";
let said = -1;
let clocks = [];
let cameAt = 0;

function theme() {
  if (schemes[0].matches) return "contrast";
  return schemes[1].matches ? "light" : "dark";
}

function shapes(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  return [...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.children];
}

function filled(element, children) {
  element.replaceChildren(...children);
  return element;
}

function made(name, text, className = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

function showBoard(seen) {
  it("board").hidden = !seen.board;
  if (!seen.board) {
    ground = "";
    it("text").textContent = seen.text || document.body.dataset.waiting;
    return;
  }
  const [width, height] = seen.size;
  if (seen.board !== ground) {
    ground = seen.board;
    it("definitions").replaceChildren();
    it("ground").src = ground;
    it("ground").width = width;
    it("ground").height = height;
    it("ground").hidden = false;
    it("board").style.setProperty("--ratio", width / height);
    it("pieces").setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  for (const [, markup] of seen.definitions) it("definitions").append(...shapes(markup));
  filled(it("standing"), shapes(seen.standing));
  it("flying").replaceChildren();
  for (const flight of seen.flights) {
    const group = filled(document.createElementNS(SVG, "g"), shapes(flight.pieces));
    const to = `translate(${flight.way[0]}px, ${flight.way[1]}px)`;
    it("flying").append(group);
    const how = { duration: calm.matches ? 1 : FLIGHT_MS, fill: "forwards", easing: "ease-in-out" };
    group.animate([{ transform: "translate(0, 0)" }, { transform: to }], how);
  }
  it("board").setAttribute("aria-label", seen.alt || seen.title);
}

function timeText(ms) {
  if (ms > 0 && ms < 10000) return `${Math.floor(ms / 1000)}.${Math.floor((ms % 1000) / 100)}`;
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (parts[0]) return `${parts[0]}:${two(parts[1])}:${two(parts[2])}`;
  return `${parts[1]}:${two(parts[2])}`;
}

function showClocks() {
  it("clocks").hidden = !clocks.length;
  const gone = performance.now() - cameAt;
  while (it("clocks").children.length > clocks.length) it("clocks").lastChild.remove();
  clocks.forEach((clock, number) => {
    let item = it("clocks").children[number];
    if (!item) {
      item = document.createElement("li");
      item.append(made("span", ""), made("time", ""));
      it("clocks").append(item);
    }
    item.className = clock.runs ? "runs" : "";
    item.firstChild.textContent = clock.label;
    item.lastChild.textContent = timeText(Math.max(0, clock.ms - (clock.runs ? gone : 0)));
  });
}

function showMoves(seen) {
  it("game").hidden = !seen.names.length;
  filled(it("names"), ["", ...seen.names].map((name) => {
    const head = made(name ? "th" : "td", name);
    if (name) head.scope = "col";
    return head;
  }));
  const first = seen.plies.length ? seen.plies[0][0] : 0;
  const rows = [];
  let column = 1;
  seen.plies.forEach(([side, text], number) => {
    if (side === first || column === 1 || !rows.length) {
      if (!(side === column && rows.length)) rows.push([number + 1, "", ""]);
    }
    const row = rows[rows.length - 1];
    row[side + 1] = row[side + 1] ? `${row[side + 1]}, ${text}` : text;
    column = side;
  });
  filled(it("moves"), rows.map((row, number) => {
    const isLast = number === rows.length - 1;
    return filled(document.createElement("tr"), row.map((text) => made("td", text, isLast ? "last" : "")));
  }));
  const table = it("moves").parentElement;
  table.scrollTop = table.scrollHeight;
}

function show(seen) {
  if (seen.language !== document.documentElement.lang) {
    window.location.reload();
    return;
  }
  it("title").textContent = seen.title || "Board Companion";
  document.title = seen.text || seen.title || "Board Companion";
  it("text").textContent = seen.text || "";
  showBoard(seen);
  clocks = seen.clocks;
  cameAt = performance.now();
  showClocks();
  showMoves(seen);
  if (typeof showSeat === "function") showSeat(seen);
  for (const item of document.querySelectorAll("[data-game]")) item.hidden = !seen.hasRecord;
  // What was said before the page came is no news.
  if (said >= 0 && seen.said[0] !== said) it("said").textContent = seen.said[1];
  said = seen.said[0];
}

function take(data) {
  it("lost").hidden = true;
  const seen = JSON.parse(data);
  show(seen);
  // Told once it is on screen, for who measures.
  requestAnimationFrame(() => { document.body.dataset.shown = seen.plies.length; });
}

function lose() {
  it("lost").hidden = false;
  // A stream begins with all that it needs.
  ground = "";
}

function connect() {
  if (source) source.close();
  ground = "";
  source = new EventSource(`/events?theme=${theme()}`);
  source.onmessage = (event) => take(event.data);
  source.onerror = () => {
    lose();
    if (source.readyState === EventSource.CLOSED) window.setTimeout(connect, AGAIN_MS);
  };
}

const follow = typeof followSeat === "function" ? followSeat : connect;

if (it("saved")) it("saved").addEventListener("toggle", async () => {
  if (!it("saved").open) return;
  const answer = await fetch("/saved");
  const names = answer.ok ? await answer.json() : [];
  filled(it("saved").querySelector("ul"), names.map((name, number) => {
    const link = made("a", name);
    link.href = `/saved/${number}`;
    link.download = name;
    return filled(document.createElement("li"), [link]);
  }));
});

for (const scheme of schemes) scheme.addEventListener("change", follow);
window.setInterval(showClocks, 100);
follow();
