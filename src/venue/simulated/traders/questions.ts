// Made-up questions about made-up places, so that sandbox markets read like real ones.

import type { Random } from '../../../domain/random.js'

export interface Question {
  readonly question: string
  readonly category: string
  readonly tagSlugs: readonly string[]
  readonly group: { readonly slug: string; readonly title: string }
}

interface Template extends Omit<Question, 'question'> {
  /** `{place}`, `{team}`, `{firm}`, `{number}` are filled in. */
  readonly text: string
}

const RAIN = { slug: 'rain-this-week', title: 'Rain this week' }
const CUP = { slug: 'harbour-cup', title: 'Harbour Cup' }
const CITY = { slug: 'city-votes', title: 'City votes' }
const EARNINGS = { slug: 'quarterly-numbers', title: 'Quarterly numbers' }
const SPACE = { slug: 'launch-calendar', title: 'Launch calendar' }

const TEMPLATES: readonly Template[] = [
  { text: 'Will {place} see more than {number} mm of rain?', category: 'weather', tagSlugs: ['weather'], group: RAIN },
  { text: 'Will the first frost reach {place} this week?', category: 'weather', tagSlugs: ['weather'], group: RAIN },
  { text: 'Will {team} win their next match?', category: 'sports', tagSlugs: ['sports', 'football'], group: CUP },
  { text: 'Will {team} score in the first half?', category: 'sports', tagSlugs: ['sports', 'football'], group: CUP },
  { text: 'Will {place} approve the new tram line?', category: 'politics', tagSlugs: ['politics'], group: CITY },
  {
    text: 'Will turnout in {place} exceed {number} percent?',
    category: 'politics',
    tagSlugs: ['politics'],
    group: CITY,
  },
  { text: 'Will {firm} beat its own forecast?', category: 'business', tagSlugs: ['business'], group: EARNINGS },
  { text: 'Will {firm} announce a share split?', category: 'business', tagSlugs: ['business'], group: EARNINGS },
  { text: 'Will {firm} launch its probe on the first try?', category: 'science', tagSlugs: ['science'], group: SPACE },
]

const FILLERS: Record<string, readonly string[]> = {
  place: ['Northvale', 'Port Ellery', 'Sandholm', 'Greywater', 'Linden Bay', 'Ostermark', 'Highmoor', 'Casterby'],
  team: ['Harbour United', 'Vale Rovers', 'Linden Athletic', 'Moor Wanderers', 'Ostermark FC', 'Ellery Town'],
  firm: ['Brightwell', 'Copperline', 'Tidewater Labs', 'Novarra', 'Quillon', 'Redfern Works'],
  number: ['20', '30', '40', '55', '60'],
}

/** `serial` keeps two markets with the same text apart. */
export function drawQuestion(random: Random, serial: number): Question {
  const { text, ...rest } = pick(TEMPLATES, random)
  const question = text.replace(/\{(\w+)\}/g, (_, name: string) => pick(FILLERS[name] ?? [name], random))
  return { ...rest, question: `${question} (round ${serial})` }
}

function pick<T>(list: readonly T[], random: Random): T {
  const chosen = list[random.below(list.length)]
  if (chosen === undefined) throw new RangeError('pick: expected a list with entries')
  return chosen
}
