// The page lives: it asks once a second while somebody looks, says how old its word is, and comes back when the bot does.

const EVERY_MS = 1000
const PATIENCE_MS = 4000
/** Older is said. */
const OLD_MS = 3500
const RELOADED_KEY = 'quoin-reloaded'

/** When the last answer came, and why there is no newer one. @type {{ atMs: number | undefined, failure: string }} */
const heard = { atMs: undefined, failure: '' }
/** @type {number | undefined} */
let timer
let isPolling = false

/** What the bot answers, or nothing. @param {string} path */
async function ask(path) {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

async function poll() {
  if (isPolling) return
  isPolling = true
  clearTimeout(timer)
  try {
    const response = await fetch('/page/state', { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok) throw new Error(`it answers with ${response.status}`)
    /** @type {SeenState} */
    const state = await response.json()
    if (isOtherPage(state.version)) return
    show(state)
    heard.atMs = performance.now()
    heard.failure = ''
    await Promise.all([showCurves(performance.now()), lookIntoMarket(), showLog()])
  } catch (error) {
    heard.failure = error instanceof Error ? error.message : String(error)
  } finally {
    isPolling = false
    showAge()
    if (!document.hidden) timer = setTimeout(() => void poll(), EVERY_MS)
  }
}

/** @param {SeenState} state */
function show(state) {
  showHead(state)
  showActions(state)
  showMarkets(state)
  showLists(state)
  document.documentElement.dataset['ready'] = 'true'
}

/** A bot of another version serves another page: this one is fetched again, once in a while. @param {string} version */
function isOtherPage(version) {
  if (version === document.documentElement.dataset['page']) return false
  const before = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0)
  if (Date.now() - before < 30_000) return false
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  location.reload()
  return true
}

const bornMs = performance.now()

function showAge() {
  const ageMs = performance.now() - (heard.atMs ?? bornMs)
  const isOld = ageMs > OLD_MS
  document.documentElement.toggleAttribute('data-old', isOld)
  say(byId('pulse'), heard.atMs === undefined ? 'connecting' : isOld ? `${spanText(ageMs)} old` : 'up to date')
  const section = byId('old')
  section.hidden = !isOld
  const words = section.querySelector('p')
  if (isOld && words) {
    const why = heard.failure ? ` (${shownText(heard.failure)})` : ''
    say(
      words,
      `The bot has not answered for ${spanText(Math.floor(ageMs / 1000) * 1000)}${why}. It may have stopped, or this browser does not reach it; the page goes on asking. On its machine: quoin status.`,
    )
  }
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void poll()
})
addEventListener('resize', refit)
setInterval(showAge, 500)
startTheme(recolour, refit)
void poll()
