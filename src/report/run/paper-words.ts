// What a bot on paper cannot know, and which way that leans: said at its start and in its report. True of `src/venue/simulated/fills` alone.

import type { QueueModel } from '../../venue/simulated/fills/queue-models.js'

const POWER =
  'Nobody is told whose orders leave a queue: more cancels are taken from its longer part, before us or behind us (the power models).'

const UNSEEN = [
  'Inside the others’ spread nobody is seen to trade with us: a taker whom our better price would have drawn leaves no trace on the feed. An order there is filled only when others trade at its price or beyond it, or a level goes through it.',
  'Whoever took all that stood at a price may have wanted more: what he would have taken of ours is not counted.',
]

/** In one line. */
export function paperInShort(queue: QueueModel): string {
  if (queue === 'risk-averse')
    return 'fills on paper are pessimistic: we stand behind all that is visible at our price, whoever cancels stood behind us, and takers who left no trace are not counted'
  if (queue === 'optimistic')
    return 'fills on paper are an upper bound by paper.queue: optimistic; the default, risk-averse, is the pessimistic one'
  return `fills on paper are an assumption about the queue, by paper.queue: ${queue}; the default, risk-averse, is the pessimistic one`
}

/** For the page, a sentence each. */
export function paperNotes(queue: QueueModel): string[] {
  return [
    'On paper nothing was sent: fills are simulated against the live feed.',
    ...queueNotes(queue),
    ...(queue === 'optimistic' ? [] : UNSEEN),
    'What leans the other way: others did not see our orders and did not answer to them, each request took the same time (paper.submitMs, cancelMs, answerMs), and each match but those that the venue reverted settled.',
  ]
}

const queueNotes = (queue: QueueModel): string[] => [
  `${queue === 'risk-averse' ? 'It is pessimistic. ' : ''}An order of ours joins behind everything that is visible at its price, and no trade at that price fills it before those ahead of it.`,
  {
    'risk-averse':
      'Nobody is told whose orders leave a queue: whoever cancels at our price is taken to have stood behind us, as long as anybody did. Until then trades alone move us forward.',
    'power-3': POWER,
    'power-2': POWER,
    'pro-rata':
      'Nobody is told whose orders leave a queue: cancels are taken evenly from before and behind us (pro-rata).',
    optimistic:
      'Nobody is told whose orders leave a queue: whoever cancels at our price is taken to have stood before us, and whoever emptied a level to have wanted all of ours up to the next one (optimistic). It is an upper bound.',
  }[queue],
]
