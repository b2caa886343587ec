// The profile of a venue with what was seen there: its own text, comments and all, and only these keys changed.

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Document, parseDocument, stringify } from 'yaml'
import { z } from 'zod'
import { readYaml } from '../../config/config.js'
import { parseYaml } from '../../config/yaml-file.js'
import { ASSUMPTION_NAMES, ASSUMPTIONS, type Assumption } from '../../venue/wire/assumptions.js'
import { type VenueProfile, venueProfile } from '../../venue/wire/profile.js'
import type { Lesson } from './lesson.js'

export interface Learned {
  /** The whole list for the profile. */
  readonly known: readonly Assumption[]
  /** Seen now, and not under `known` before. */
  readonly gained: readonly Assumption[]
  /** Under `known` before, and seen to be otherwise. */
  readonly lost: readonly Assumption[]
  /** What the profile should say instead, by path. */
  readonly values: Readonly<Record<string, unknown>>
  /** What is still only assumed, and why. */
  readonly assumed: readonly { readonly name: Assumption; readonly relies: string; readonly why: string }[]
}

const NO_MATCH = 'it needs a match that settles, and nothing is bought to look at it'

export function learnedFrom(lessons: readonly Lesson[], profile: VenueProfile): Learned {
  const seen = new Set(lessons.flatMap(({ known = [] }) => known))
  const doubted = new Set(lessons.flatMap(({ doubted: names = [] }) => names))
  const before = new Set(profile.known)
  const known = ASSUMPTION_NAMES.filter((name) => !doubted.has(name) && (seen.has(name) || before.has(name)))
  const why: Partial<Record<Assumption, string>> = Object.assign(
    { holdingsLagSec: NO_MATCH },
    ...lessons.map(({ unseen = {} }) => unseen),
  )
  return {
    known,
    gained: known.filter((name) => !before.has(name)),
    lost: profile.known.filter((name) => doubted.has(name)),
    values: Object.assign({}, ...lessons.map(({ values = {} }) => values)),
    assumed: ASSUMPTION_NAMES.filter((name) => !known.includes(name)).map((name) => ({
      ...{ name, relies: ASSUMPTIONS[name] },
      why: doubted.has(name) ? 'it was seen to be otherwise' : (why[name] ?? 'it was not seen this time'),
    })),
  }
}

/** Whether the profile says anything else afterwards. */
export const isNews = ({ gained, lost, values }: Learned): boolean =>
  gained.length + lost.length + Object.keys(values).length > 0

/** What to change in a profile, as YAML. */
export function fragment({ known, values }: Learned): string {
  const document = new Document({})
  for (const [path, value] of Object.entries({ ...values, known })) document.setIn(path.split('.'), value)
  return document.toString({ lineWidth: 0 })
}

/** The text of the configuration's profile with what was learned; `note`: where and when. */
export function learnedText(
  configFile: string,
  profile: VenueProfile,
  { learned, note }: { learned: Learned; note: string },
): string {
  const place = z.looseObject({ venue: z.looseObject({ profile: z.unknown() }) })
  const named = parseYaml(readYaml(configFile), place).venue.profile
  const text =
    typeof named === 'string' ? readFileSync(resolve(dirname(resolve(configFile)), named), 'utf8') : stringify(profile)
  const document = parseDocument(text, {
    // an address is text, whatever it looks like
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !('format' in tag) || tag.format !== 'HEX'),
  })
  for (const [path, value] of Object.entries(learned.values)) document.setIn(path.split('.'), value)
  document.setIn(['known'], [...learned.known])
  const written = `# ${note}\n${document.toString({ lineWidth: 0 })}`
  // what cannot be read back is not handed out
  parseYaml({ file: 'the learned profile', text: written }, venueProfile)
  return written
}
