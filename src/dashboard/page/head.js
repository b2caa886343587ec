// What the bot is and does: name, state in a sentence, troubles, the figures that matter.

const MEANINGS = {
  halted: 'Nothing is quoted until a person resumes it; what is held stays held.',
  waiting: 'Nothing is quoted for now. It goes on by itself as soon as this has passed.',
  running: '',
}
const LIMIT_WORDS = { 'daily-loss': 'limit of a day', drawdown: 'limit of a drawdown', loss: 'limit of a loss' }
const WHOSE_WORDS = { venue: 'The venue', ours: 'Ours', person: 'A person' }

/** @param {SeenState} state */
function showHead({ status, atMs }) {
  const { bot } = status
  const { strategy, mode, wallet, version, startedAt, venue, config } = bot
  say(byId('name'), shownText(strategy))
  document.title = `${TITLE_MARKS[shownState(status)]} ${shownText(strategy)} – Quoin`
  const badge = byId('mode')
  badge.hidden = false
  say(badge, mode === 'live' ? 'live' : 'on paper')
  mark(badge, 'data-mode', shownText(mode))
  const since = Date.parse(String(startedAt))
  const facts = [
    ...(wallet ? [`wallet ${shownText(wallet)}`] : ['no wallet: fills are simulated']),
    `at ${shownText(venue)}`,
    ...(Number.isNaN(since) ? [] : [`since ${momentText(since, atMs)} UTC (${spanText(atMs - since)})`]),
    `version ${shownText(version)}`,
    `configuration ${shownText(config)}`,
  ]
  redraw(byId('facts'), facts, () => facts.map((text) => make('span', { text })))
  showState(status)
  showTroubles(status)
  showFigures(status)
}

const TITLE_MARKS = { halted: '■', waiting: '◌', silent: '○', running: '●' }

/**
 * The bot's state, or that nothing is quoted although it runs.
 * @param {SeenStatus} status
 */
const shownState = ({ state, markets }) =>
  state === 'running' && markets.every(({ notQuoting }) => notQuoting !== undefined) ? 'silent' : state

/** @param {SeenStatus} status */
function showState(status) {
  const { state, says, massCancel, signedIn, ramp, over } = status
  mark(byId('state'), 'data-state', shownState(status))
  say(byId('says'), `${says.slice(0, 1).toUpperCase()}${shownText(says.slice(1))}`)
  const mayRest =
    massCancel === undefined
      ? ''
      : massCancel.verifiedMs === undefined
        ? ` Orders may still rest (${massCancel.left} known): cancelling goes on until a list shows none${massCancel.failure ? `; the last one failed: ${massCancel.failure}` : ''}.`
        : ` A list of ${clockText(massCancel.verifiedMs)} UTC has shown that nothing rests.`
  const more = [
    ...(signedIn ? [] : ['The wallet is not signed in.']),
    ...(over === undefined
      ? []
      : [`Held of markets that are over: ${moneyText(over.payout)} to redeem (${over.markets} of them).`]),
    ...(ramp === undefined || ramp >= 1 ? [] : [`It quotes ${figure(100 * ramp, 0, 1)} % of its sizes (ramp).`]),
  ]
  say(byId('means'), shownText(`${MEANINGS[state]}${mayRest} ${more.join(' ')}`.trim()))
}

/** @param {SeenStatus} status */
function showTroubles({ troubles }) {
  const section = byId('troubles')
  // what a person did is the state already
  const told = troubles.filter(({ whose }) => whose !== 'person')
  section.hidden = told.length === 0
  const list = section.querySelector('ul')
  if (list === null) return
  redraw(list, told, () =>
    told.map(({ whose, what }) =>
      make('li', {}, make('strong', { text: `${WHOSE_WORDS[whose]}: ` }), document.createTextNode(shownText(what))),
    ),
  )
}

/** @param {SeenStatus} status */
function showFigures({ totals, losses, collateral, lately, markets, troubles }) {
  const [nearest] = losses
  const failed = lately.unanswered + lately.serverErrors
  const live = markets.filter(({ feed }) => feed.health !== 'stale').length
  const isVenueWell = !troubles.some(({ whose }) => whose === 'venue')
  const figures = [
    {
      ...{
        id: 'pnl',
        name: 'Earned since the start',
        value: signedText(totals.total),
        tone: directionOf(totals.total),
      },
      notes: [
        `spread ${signedText(totals.spread)}, inventory ${signedText(totals.inventory)}, fees ${signedText(-totals.fees)}`,
      ],
    },
    {
      ...{ id: 'risk', name: 'Worst case from here', value: signedText(-totals.worstCaseLoss), tone: '' },
      notes: [
        'if every market ended the worst way for us',
        ...(nearest
          ? [
              `quoting stops (a halt) after losing ${moneyText(nearest.left)} more (${LIMIT_WORDS[/** @type {'loss'} */ (nearest.limit)]}, ${nearest.lost > 0 ? `${moneyText(nearest.lost)} of ${moneyText(nearest.allowed)} lost` : moneyText(nearest.allowed)})`,
            ]
          : []),
      ],
    },
    {
      ...{ id: 'funds', name: 'Collateral', value: collateral ? moneyText(collateral.total) : NOTHING, tone: '' },
      notes: collateral ? [`${moneyText(collateral.available)} of it free`] : ['not read yet'],
    },
    {
      ...{ id: 'trading', name: 'Fills', value: countText(totals.fills), tone: '' },
      notes: [`${countText(totals.openOrders)} orders rest or are on their way`],
    },
    {
      ...{
        id: 'health',
        name: 'The venue',
        value: isVenueWell ? 'well' : 'in trouble',
        tone: isVenueWell ? '' : 'down',
      },
      notes: [
        `${live} of ${markets.length} feeds live; ${failed} of ${countText(lately.requests)} requests failed in ${lately.windowSec / 60} min`,
        `answers in ${lately.meanMs === undefined ? NOTHING : `${countText(lately.meanMs)} ms`}; we take up to ${figure(lately.longestStepMs, 0, 1)} ms an event`,
      ],
    },
  ]
  redraw(byId('figures'), figures, () =>
    figures.map(({ id, name, value, tone, notes }) =>
      make(
        'div',
        { className: 'figure', id: `figure-${id}` },
        make('h2', { text: name }),
        make('p', { className: `value ${tone}`, text: value }),
        ...notes.map((text) => make('p', { className: 'unit', text })),
      ),
    ),
  )
}
