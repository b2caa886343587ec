// What a person does with a token: asked for once, with a reason and a name, and carried out by the bot's control port.

/** @typedef {'halt' | 'resume' | 'cancel-all' | 'pause' | 'unpause'} Act */

/** @type {Record<Act, { verb: string, what: string }>} */
const ACTS = {
  halt: {
    verb: 'Halt',
    what: 'Everything is cancelled, and nothing is quoted until somebody resumes it, restarts included. What is held stays held.',
  },
  resume: {
    verb: 'Resume',
    what: 'The halt is lifted and the bot quotes again. Where it was for a loss, losses count anew from here.',
  },
  'cancel-all': {
    verb: 'Cancel all',
    what: 'Halts the bot, cancels every order and waits until a list has shown that nothing rests.',
  },
  pause: {
    verb: 'Pause',
    what: 'What rests in this market is cancelled; nothing is quoted there until it is unpaused.',
  },
  unpause: { verb: 'Unpause', what: 'The market is quoted again.' },
}

/** The tab keeps it until it is closed. */
const TOKEN_KEY = 'quoin-token'
const ACTOR_KEY = 'quoin-actor'

/** What the dialog is about. @type {{ command: Act, market?: { id: string, question: string } } | undefined} */
let asked

/** @param {string} id @returns {HTMLInputElement} */
function field(id) {
  const element = byId(id)
  if (element instanceof HTMLInputElement) return element
  throw new Error(`expected a field ${id}`)
}

/** @returns {HTMLDialogElement} */
function askDialog() {
  const element = byId('ask')
  if (element instanceof HTMLDialogElement) return element
  throw new Error('expected a dialog')
}

/** @param {SeenState} state */
function showActions({ canAct, status }) {
  const isHalted = status.halted !== undefined
  redraw(byId('actions'), [canAct, isHalted], () => {
    if (!canAct) {
      return [
        make('p', {
          className: 'unit',
          text: 'This page only shows. quoin halt and quoin resume stop and start the bot; dashboard.tokenFile lets this page do so, too.',
        }),
      ]
    }
    /** @type {Act[]} */
    const acts = isHalted ? ['resume', 'cancel-all'] : ['halt', 'cancel-all']
    return acts.map((command) => {
      const button = make('button', { text: `${ACTS[command].verb}…`, className: command })
      button.type = 'button'
      button.onclick = () => askFor(command)
      return button
    })
  })
}

/** @param {Act} command @param {{ id: string, question: string }} [market] */
function askFor(command, market) {
  asked = market ? { command, market } : { command }
  const { verb, what } = ACTS[command]
  say(byId('ask-head'), market ? `${verb}: ${shownText(market.question)}` : `${verb} the bot`)
  if (command === 'cancel-all') say(byId('ask-head'), 'Cancel every order')
  say(byId('ask-what'), what)
  say(byId('ask-do'), verb)
  say(byId('ask-error'), '')
  field('ask-reason').value = ''
  field('ask-actor').value = localStorage.getItem(ACTOR_KEY) ?? ''
  showTokenField()
  askDialog().showModal()
  field('ask-reason').focus()
}

function showTokenField() {
  const isNeeded = sessionStorage.getItem(TOKEN_KEY) === null
  byId('ask-token-row').hidden = !isNeeded
  const token = field('ask-token')
  token.required = isNeeded
  token.value = ''
}

/** @param {SubmitEvent} event */
async function carryOut(event) {
  event.preventDefault()
  const wanted = asked
  const button = byId('ask-do')
  if (wanted === undefined || !(button instanceof HTMLButtonElement) || button.disabled) return
  const [actor, reason] = [field('ask-actor').value.trim(), field('ask-reason').value.trim()]
  const token = sessionStorage.getItem(TOKEN_KEY) ?? field('ask-token').value.trim()
  button.disabled = true
  say(byId('ask-error'), '')
  try {
    const body = { command: wanted.command, actor, reason, ...(wanted.market ? { market: wanted.market.id } : {}) }
    const { status, answer } = await tell(body, token)
    if (answer.ok) {
      sessionStorage.setItem(TOKEN_KEY, token)
      localStorage.setItem(ACTOR_KEY, actor)
      askDialog().close()
      say(byId('done'), doneText(wanted.command, answer.data))
      void poll()
    } else {
      if (status === 401) sessionStorage.removeItem(TOKEN_KEY)
      if (status === 401) showTokenField()
      say(byId('ask-error'), shownText(answer.error.message))
    }
  } catch {
    say(byId('ask-error'), 'The bot did not answer: look at its state before you try again.')
  } finally {
    button.disabled = false
  }
}

/** @param {object} body @param {string} token */
async function tell(body, token) {
  const response = await fetch('/page/act', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: response.status, answer: await response.json() }
}

/** @param {Act} command @param {{ cancelled?: number, left?: unknown[], massCancel?: { verifiedMs?: number }, unwritten?: string }} data */
function doneText(command, { cancelled, left, massCancel, unwritten }) {
  const count = cancelled === undefined ? '' : `: ${cancelled} orders cancelled`
  const isUnverified = massCancel !== undefined && massCancel.verifiedMs === undefined
  const rests = command === 'cancel-all' && (isUnverified || (left ?? []).length > 0)
  const doubt = rests ? ', but no list has shown yet that nothing rests' : ''
  return `Done, ${ACTS[command].verb.toLowerCase()}${count}${doubt}.${unwritten ? ` Not written down: ${shownText(unwritten)}` : ''}`
}

byId('ask')
  .querySelector('form')
  ?.addEventListener('submit', (event) => void carryOut(event))
byId('ask-leave').onclick = () => askDialog().close()
