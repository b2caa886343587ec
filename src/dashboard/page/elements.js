// Elements made and changed in place: only what differs is touched, so that nothing flickers, scrolls or loses its focus.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} kind @param {{ className?: string, text?: string, label?: string, id?: string }} [about]
 * @param {...Node} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(kind, { className, text, label, id } = {}, ...children) {
  const element = document.createElement(kind)
  if (className) element.className = className
  if (id) element.id = id
  if (text !== undefined) element.textContent = text
  if (label) element.setAttribute('aria-label', label)
  element.append(...children)
  return element
}

/** @param {string} kind @param {Record<string, string | number>} attributes @param {string} [text] @returns {SVGElement} */
function drawn(kind, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', kind)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`expected an element ${id}`)
  return element
}

/** @param {Element} element @param {string} text */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** @param {Element} element @param {string} name @param {string} value */
function mark(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** @type {WeakMap<Element, string>} */
const drawnFrom = new WeakMap()

/** Makes the children anew where what they are made from has changed. @param {Element} host @param {unknown} from @param {() => Node[]} draw */
function redraw(host, from, draw) {
  const key = JSON.stringify(from) ?? ''
  if (drawnFrom.get(host) === key) return
  drawnFrom.set(host, key)
  host.replaceChildren(...draw())
}

/**
 * A table; each cell is a text, or an element. The words of the heads name the cells where a phone has no room for columns.
 * @param {string[]} heads @param {(string | Node)[][]} rows @param {string[]} [classes] of the columns
 * @returns {HTMLTableElement}
 */
function tableOf(heads, rows, classes = []) {
  const table = make('table')
  const head = table.createTHead().insertRow()
  for (const [i, text] of heads.entries()) head.append(make('th', { className: classes[i] ?? '', text }))
  const body = table.createTBody()
  for (const cells of rows) {
    const row = body.insertRow()
    for (const [i, content] of cells.entries()) {
      const cell = make('td', { className: classes[i] ?? '' })
      cell.append(content)
      row.append(cell)
    }
  }
  return table
}

/** @param {string} text */
const emptyNote = (text) => make('p', { className: 'empty', text })

/** Seen from YES. @param {OwnData} order @returns {{ on: 'bid' | 'ask', price: number, size: number }} */
function yesQuote({ outcome, side, price, shares }) {
  const isYes = outcome === 'YES'
  return { on: isYes === (side === 'BUY') ? 'bid' : 'ask', price: isYes ? price : 1 - price, size: shares }
}

/** The best of each side. @param {OwnData[]} own */
function ownBest(own) {
  const quotes = own.map(yesQuote)
  const bids = quotes.filter(({ on }) => on === 'bid').sort((a, b) => b.price - a.price)
  const asks = quotes.filter(({ on }) => on === 'ask').sort((a, b) => a.price - b.price)
  return { bid: bids[0], ask: asks[0] }
}

/** @param {[LevelData | null, LevelData | null]} best */
function othersBest([yes, no]) {
  return { bid: yes ?? undefined, ask: no ? { price: 1 - no.price, size: no.size } : undefined }
}
