"use strict";

const SVG = "http://www.w3.org/2000/svg";
const AGAIN_MS = 2000;
const TURN_PAGE_MS = 12000;
const LEAST_REM = 13;
const NARROW_REM = 19;

const it = (id) => document.getElementById(id);
const matches = (query) => window.matchMedia(query);
const schemes = [matches("(prefers-contrast: more)"), matches("(prefers-color-scheme: light)")];
const wide = matches("(min-width: 60em) and (orientation: landscape)");

const tables = new Map();
let order = [];
let shown = 0;
let source = null;
let offset = 0;

function theme() {
  if (schemes[0].matches) return "contrast";
  return schemes[1].matches ? "light" : "dark";
}

function shapes(markup) {
  const text = `<svg xmlns="${SVG}">${markup}</svg>`;
  return [...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.children];
}

function made(name, text = "", className = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (parts[0]) return `${parts[0]}:${two(parts[1])}:${two(parts[2])}`;
  return `${parts[1]}:${two(parts[2])}`;
}

function newTable() {
  const card = document.createElement("article");
  const head = document.createElement("header");
  head.append(made("h2"), made("span"));
  const sides = made("ul", "", "sides");
  for (const _ of [0, 1]) {
    const side = document.createElement("li");
    side.append(made("span"), made("time"));
    sides.append(side);
  }
  const board = made("div", "", "board");
  const ground = document.createElement("img");
  ground.alt = "";
  const pieces = document.createElementNS(SVG, "svg");
  pieces.setAttribute("aria-hidden", "true");
  pieces.setAttribute("stroke-linecap", "round");
  pieces.setAttribute("stroke-linejoin", "round");
  board.append(ground, pieces);
  const foot = made("p", "", "foot");
  foot.append(made("span"), made("span"));
  card.append(head, sides, board, foot);
  return { card, head, sides, board, ground, pieces, foot, told: {} };
}

function showClocks(table) {
  const { clocks, at } = table.told;
  (clocks || []).forEach((clock, side) => {
    const gone = clock.runs ? performance.now() + offset - at : 0;
    table.sides.children[side].lastChild.textContent = timeText(Math.max(0, clock.ms - gone));
  });
}

function showTable(told) {
  if (!tables.has(told.name)) tables.set(told.name, newTable());
  const table = tables.get(told.name);
  table.told = told;
  const { card, head, sides, board, foot } = table;
  card.className = told.there ? "" : "away";
  if (told.playing && told.turn === null) card.classList.add("over");
  head.firstChild.textContent = told.name;
  head.lastChild.textContent = told.there ? told.title || "" : document.body.dataset.away;
  sides.hidden = !told.playing;
  board.hidden = !told.board;
  foot.firstChild.textContent = told.playing ? told.status : document.body.dataset.idle;
  foot.lastChild.textContent = told.playing && told.plies ? `${told.plies}. ${told.last}` : "";
  if (!told.playing) return;
  [0, 1].forEach((side) => {
    const item = sides.children[side];
    item.className = told.turn === side ? "turn" : told.winner === side ? "won" : "";
    item.firstChild.textContent = told.names[side] || "";
    item.lastChild.textContent = "";
  });
  showClocks(table);
  if (!told.board) return;
  const [width, height] = told.size;
  if (table.ground.getAttribute("src") !== told.board) {
    table.ground.width = width;
    table.ground.height = height;
    table.ground.src = told.board;
    table.pieces.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  table.pieces.replaceChildren(...shapes(told.standing));
}

function row(kind, cells) {
  const line = document.createElement("tr");
  cells.forEach(([text, className]) => {
    const cell = made(kind, text, className || "");
    if (kind === "th") cell.scope = "col";
    line.append(cell);
  });
  return line;
}

function tableOf(heads, rows) {
  const table = document.createElement("table");
  const head = document.createElement("thead");
  const body = document.createElement("tbody");
  head.append(row("th", heads));
  body.append(...rows.map((cells) => row("td", cells)));
  table.append(head, body);
  return table;
}

function section(heading, ...children) {
  const part = document.createElement("section");
  part.append(made("h2", heading), ...children);
  return part;
}

function showBeside(beside) {
  const words = document.body.dataset;
  const parts = [];
  if (beside.trouble) parts.push(made("p", beside.trouble));
  if (beside.list) {
    const { heading, pairs, standings, tieBreak } = beside.list;
    const lines = pairs.map(({ first, second, table, result }) => [
      [second ? `${first} – ${second}` : first], [result || table || (second ? "" : words.rests), "number"],
    ]);
    parts.push(section(heading, tableOf([[words.player], [words.table, "number"]], lines)));
    const heads = [["", "number"], [words.player], [words.points, "number"], [tieBreak, "number"]];
    parts.push(section("", tableOf(heads, standings.map(({ name, points, tieBreak: more }, place) => [
      [`${place + 1}`, "number"], [name], [points, "number"], [more, "number"],
    ]))));
  }
  if (beside.results.length) {
    const lines = beside.results.map(({ table, title, names, winner }) => [
      [table], [title], [winner === null ? `${names.join(" – ")}: ${words.draw}` : names.map((name, side) => (side === winner ? `${name} ✓` : name)).join(" – ")],
    ]);
    parts.push(section(words.results, tableOf([[words.table], [""], [""]], lines)));
  }
  it("beside").replaceChildren(...parts);
  it("beside").hidden = !parts.length;
  document.body.classList.toggle("beside", parts.length > 0);
}

function arrange() {
  const all = order.map((name) => tables.get(name)).filter(Boolean);
  it("waiting").hidden = all.length > 0;
  const isWall = wide.matches && all.length > 0;
  document.body.classList.toggle("wall", isWall);
  let visible = all;
  let pages = 1;
  if (isWall) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const gap = 0.7 * rem;
    const room = it("tables").getBoundingClientRect();
    const width = room.width;
    const height = window.innerHeight - room.top - gap;
    // As large as all fit; below the least size of a card, as many as fit on each page.
    let best = { columns: 1, rows: 1, side: 0 };
    for (let columns = 1; columns <= 16; columns += 1) {
      const card = (width - gap * (columns - 1)) / columns;
      if (card < LEAST_REM * rem && columns > 1) break;
      const needed = Math.ceil(all.length / columns);
      for (let rows = 1; rows <= needed; rows += 1) {
        // Names over one another need a line more.
        const plain = (card < NARROW_REM * rem ? 7.9 : 6.4) * rem;
        const side = Math.min(card - 1.6 * rem, (height - gap * (rows - 1)) / rows - plain);
        const isAll = rows === needed;
        const fits = side >= 0.5 * LEAST_REM * rem;
        const count = Math.min(all.length, rows * columns);
        const score = fits ? count * 1e5 + (isAll ? side : 0) : side - 1e5;
        if (best.score === undefined || score > best.score) best = { columns, rows, side, score };
      }
    }
    const each = best.columns * best.rows;
    pages = Math.ceil(all.length / each);
    shown %= pages;
    visible = all.slice(shown * each, (shown + 1) * each);
    it("tables").style.setProperty("--columns", best.columns);
    const card = (width - gap * (best.columns - 1)) / best.columns;
    it("tables").classList.toggle("narrow", card < NARROW_REM * rem);
    const most = Math.max(40, Math.floor(best.side));
    for (const { board, told } of all) {
      if (told.size) {
        const [w, h] = told.size;
        board.style.setProperty("--most", `${Math.floor((most * w) / h)}px`);
      }
    }
  } else {
    it("tables").classList.remove("narrow");
    for (const { board } of all) board.style.removeProperty("--most");
  }
  it("pages").textContent = pages > 1 ? `${shown + 1} / ${pages}` : "";
  const wanted = visible.map((table) => table.card);
  const has = [...it("tables").querySelectorAll("article")];
  if (wanted.length !== has.length || wanted.some((card, n) => card !== has[n])) {
    for (const card of has) card.remove();
    it("tables").append(...wanted);
  }
}

function show(seen) {
  if (seen.language !== document.documentElement.lang) {
    window.location.reload();
    return;
  }
  offset = seen.now - performance.now();
  it("trouble").textContent = seen.trouble;
  for (const [, markup] of seen.definitions) it("definitions").append(...shapes(markup));
  if (seen.beside) showBeside(seen.beside);
  for (const told of seen.tables) showTable(told);
  const before = order;
  if (seen.order) {
    order = seen.order;
    for (const name of [...tables.keys()]) if (!order.includes(name)) tables.delete(name);
  }
  if (seen.order || seen.beside || seen.tables.length || before !== order) arrange();
}

function connect() {
  if (source) source.close();
  source = new EventSource(`/events?theme=${theme()}`);
  // A stream begins with all that it needs.
  let isFirst = true;
  source.onopen = () => { isFirst = true; };
  source.onmessage = (event) => {
    if (isFirst) {
      isFirst = false;
      it("definitions").replaceChildren();
      tables.clear();
      order = [];
    }
    const seen = JSON.parse(event.data);
    show(seen);
    // Told once it is on screen, for who measures.
    requestAnimationFrame(() => { document.body.dataset.shown = tables.size; });
  };
  source.onerror = () => {
    it("trouble").textContent = document.body.dataset.lost;
    if (source.readyState === EventSource.CLOSED) window.setTimeout(connect, AGAIN_MS);
  };
}

for (const scheme of schemes) scheme.addEventListener("change", connect);
wide.addEventListener("change", arrange);
window.addEventListener("resize", arrange);
window.setInterval(() => { for (const table of tables.values()) showClocks(table); }, 500);
window.setInterval(() => { shown += 1; arrange(); }, TURN_PAGE_MS);
connect();
