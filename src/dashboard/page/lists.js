// Fills, decisions, budgets, and the log's tail.

/** @param {SeenDecision} decision */
const decisionText = ({ kind, orders }) => `${kind === 'cancel' ? 'cancel ' : ''}${orders.map(orderText).join(', ')}`

/** @param {SeenState} state */
function showLists({ fills, decisions, status, atMs }) {
  redraw(byId('fills'), fills, () =>
    fills.length === 0
      ? [emptyNote('No fills yet.')]
      : [
          tableOf(
            ['UTC', 'Market', 'Fill', 'Price', 'Settlement'],
            fills.map((fill) => [
              momentText(fill.atMs, atMs),
              shownText(fill.question),
              `${fill.side === 'BUY' ? 'bought' : 'sold'} ${sharesText(fill.shares)} ${shownText(fill.outcome)}${fill.liquidity === 'taker' ? ', as taker' : ''}`,
              centsText(fill.price),
              shownText(fill.status),
            ]),
            ['text', 'text question', 'text', 'price-cell', 'text'],
          ),
        ],
  )
  redraw(byId('decisions'), decisions, () =>
    decisions.length === 0
      ? [emptyNote('No orders and no cancels yet.')]
      : [
          tableOf(
            ['UTC', 'Market', 'What', 'Why'],
            decisions.map((one) => [
              momentText(one.atMs, atMs),
              shownText(one.question),
              decisionText(one),
              shownText(one.why),
            ]),
            ['text', 'text question', 'text wrap', 'text wrap'],
          ),
        ],
  )
  showBudgets(status)
}

/** @param {SeenStatus} status */
function showBudgets({ budgets }) {
  const shown = budgets.filter(({ perMinute }) => perMinute > 0)
  redraw(byId('budgets'), shown, () => {
    if (shown.length === 0) return [emptyNote('Not known yet.')]
    return shown.map(({ routeClass, leftInMinute, perMinute, blockedForMs }) => {
      const meter = make('meter', { label: `${routeClass}: requests left` })
      meter.max = perMinute
      meter.low = perMinute / 10
      meter.value = leftInMinute
      const blocked = blockedForMs > 0 ? `, blocked for ${spanText(blockedForMs)}` : ''
      const text = `${shownText(routeClass)} ${countText(leftInMinute)} of ${countText(perMinute)}${blocked}`
      return make('p', { className: 'budget' }, make('span', { text }), meter)
    })
  })
}

const LOG_LEVELS = [
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
]

/** While it is open. */
async function showLog() {
  const details = byId('log')
  if (!(details instanceof HTMLDetailsElement) || !details.open) return
  /** @type {{ lines: string[] } | undefined} */
  const told = await ask('/page/log')
  const host = details.querySelector('pre')
  if (told === undefined || host === null) return
  const isAtEnd = host.scrollTop + host.clientHeight >= host.scrollHeight - 8
  const text =
    told.lines.length === 0
      ? 'No line yet. How much is logged: telemetry.logLevel.'
      : told.lines.map(logLine).join('\n')
  if (host.textContent === text) return
  host.textContent = text
  if (isAtEnd) host.scrollTop = host.scrollHeight
}

/** @param {string} line */
function logLine(line) {
  try {
    const { time, level, msg, pid: _pid, hostname: _host, ...rest } = JSON.parse(line)
    const [, name = ''] = LOG_LEVELS.find(([least]) => Number(level) >= Number(least)) ?? []
    const more = Object.entries(rest).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    const at = typeof time === 'number' ? clockText(time) : String(time ?? '').slice(11, 19)
    return shownText(`${at} ${name || level} ${msg ?? ''}  ${more.join(' ')}`)
  } catch {
    return shownText(line)
  }
}

byId('log').addEventListener('toggle', () => void showLog())
