// The part about markets: which run its table shows, in which order, and which market is drawn.

/** @param {PageData} data */
function startMarkets(data) {
  const model = document.querySelector('#model')
  const market = document.querySelector('#market')
  const table = document.querySelector('table.sortable')
  if (
    !(model instanceof HTMLSelectElement) ||
    !(market instanceof HTMLSelectElement) ||
    !(table instanceof HTMLTableElement)
  )
    return
  const show = () => {
    for (const body of table.tBodies) body.hidden = body.dataset['run'] !== model.value
    for (const row of table.rows) row.toggleAttribute('data-chosen', row.dataset['market'] === market.value)
    drawMarket(data, Number(market.value), Number(model.value))
    listFills(data.markets[Number(market.value)]?.runs[Number(model.value)]?.fills ?? [], data.fromMs)
  }
  model.onchange = show
  market.onchange = show
  for (const button of table.querySelectorAll('tbody button')) {
    button.addEventListener('click', () => {
      market.value = button.closest('tr')?.dataset['market'] ?? '0'
      show()
      document.querySelector('#market-part')?.scrollIntoView()
    })
  }
  makeSortable(table)
  market.value = String(busiest(data))
  show()
}

/** The market with the most fills in any run. @param {PageData} data @returns {number} */
function busiest({ markets }) {
  const fills = markets.map(({ runs }) => Math.max(0, ...runs.map((run) => run.fills.length)))
  return Math.max(0, fills.indexOf(Math.max(...fills)))
}

/** Heads become buttons. @param {HTMLTableElement} table */
function makeSortable(table) {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
  for (const [column, head] of heads.entries()) {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(...head.childNodes)
    head.replaceChildren(button)
    button.onclick = () => {
      const isText = head.classList.contains('text')
      const before = head.getAttribute('aria-sort')
      const order =
        before === null ? (isText ? 'ascending' : 'descending') : before === 'ascending' ? 'descending' : 'ascending'
      for (const other of heads) other.removeAttribute('aria-sort')
      head.setAttribute('aria-sort', order)
      for (const body of table.tBodies) sortRows(body, column, order === 'ascending' ? 1 : -1)
    }
  }
}

/** @param {HTMLTableSectionElement} body @param {number} column @param {1 | -1} direction */
function sortRows(body, column, direction) {
  const keyed = [...body.rows].map((row) => ({ row, key: JSON.parse(row.dataset['order'] ?? '[]')[column] }))
  keyed.sort(
    (a, b) => direction * (typeof a.key === 'number' ? a.key - b.key : String(a.key).localeCompare(String(b.key))),
  )
  body.append(...keyed.map(({ row }) => row))
}

const MOST_LISTED = 500

/** @param {FillData[]} fills @param {number} fromMs */
function listFills(fills, fromMs) {
  const host = document.querySelector('#market-fills div')
  const summary = document.querySelector('#market-fills summary')
  if (!host || !summary) return
  summary.textContent = fills.length === 0 ? 'No fills in this market' : `Fills in this market: ${fills.length}`
  const rows = fills
    .slice(0, MOST_LISTED)
    .map(([atMs, outcome, side, price, shares, status, mid, ...after]) => [
      new Date(fromMs + atMs).toISOString().slice(11, 23),
      `${side} ${outcome === 0 ? 'YES' : 'NO'}`,
      `${(CENTS * price).toFixed(1)}`,
      String(shares),
      ...[mid, ...after].map((at) => (at === null || at === undefined ? '–' : (CENTS * at).toFixed(2))),
      status,
    ])
  const table = document.createElement('table')
  table
    .createTHead()
    .append(
      rowOf('th', [
        'UTC',
        'Fill',
        'Price, cents',
        'Shares',
        'Mid of YES',
        '1 s later',
        '10 s later',
        '60 s later',
        'Status',
      ]),
    )
  table.createTBody().append(...rows.map((cells) => rowOf('td', cells)))
  host.className = 'scroll'
  host.replaceChildren(...(fills.length === 0 ? [] : [table]))
}

/** @param {'th' | 'td'} kind @param {string[]} texts @returns {HTMLTableRowElement} */
function rowOf(kind, texts) {
  const row = document.createElement('tr')
  for (const text of texts) {
    const cell = document.createElement(kind)
    cell.textContent = text
    row.append(cell)
  }
  return row
}
