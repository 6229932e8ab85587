"use strict";
for (const table of document.querySelectorAll("table.sorts")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const original = [...body.rows];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const isNumber = head.classList.contains("n");
      const first = isNumber ? "descending" : "ascending";
      const second = isNumber ? "ascending" : "descending";
      const order = before === first ? second : before === second ? null : first;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (order === null) {
        body.append(...original);
        return;
      }
      head.setAttribute("aria-sort", order);
      const key = (row) => {
        const cell = row.cells[column];
        const text = cell.dataset.v ?? cell.textContent;
        return isNumber ? (text === "" ? null : Number(text)) : text;
      };
      const sign = order === "ascending" ? 1 : -1;
      const compare = (a, b) => {
        if (a === null || b === null) return (a === null) - (b === null);
        return sign * (isNumber ? a - b : a.localeCompare(b));
      };
      body.append(...[...original].sort((a, b) => compare(key(a), key(b))));
    });
  });
}
