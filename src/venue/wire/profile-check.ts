// What the venue publishes about itself at GET /, compared with our profile of it.

import { z } from 'zod'
import { QuoinError } from '../../domain/error.js'
import type { VenueProfile } from './profile.js'
import { orderTypes } from './typed-data.js'

const published = z.object({
  profile: z.object({
    typedData: z.object({
      variant: z.string().optional(),
      domain: z.object({
        name: z.string(),
        version: z.string(),
        chainId: z.coerce.number(),
        verifyingContract: z.string(),
      }),
      types: z.object({ Order: z.array(z.object({ name: z.string(), type: z.string() })) }).optional(),
    }),
    siwe: z.object({ domain: z.string(), chainId: z.number().optional() }).optional(),
    // a venue that says something else by this name says nothing of it
    makerPaysFee: z.boolean().optional().catch(undefined),
  }),
})

export interface SignedData {
  readonly domain: z.infer<typeof published>['profile']['typedData']['domain']
  /** Of the struct `Order`, in the order that is hashed; absent where the venue does not say. */
  readonly fields?: readonly { readonly name: string; readonly type: string }[]
}

/** What an order signs by the venue's own word; `undefined` when it publishes nothing. */
export function publishedTypedData(root: unknown): SignedData | undefined {
  const parsed = published.safeParse(root)
  if (!parsed.success) return undefined
  const { domain, types } = parsed.data.profile.typedData
  return types === undefined ? { domain } : { domain, fields: types.Order }
}

/** Differences as `field: expected ours, got theirs`; `undefined` when the venue publishes no profile. */
export function profileDifferences(ours: VenueProfile, root: unknown): readonly string[] | undefined {
  const parsed = published.safeParse(root)
  if (!parsed.success) return undefined
  const { typedData, siwe, makerPaysFee } = parsed.data.profile
  const pairs: readonly (readonly [string, string | number | boolean, string | number | boolean | undefined])[] = [
    ...(['name', 'version', 'chainId'] as const).map(
      (key) => [`typedData.domain.${key}`, ours.typedData.domain[key], typedData.domain[key]] as const,
    ),
    [
      'typedData.domain.verifyingContract',
      ours.typedData.domain.verifyingContract.toLowerCase(),
      typedData.domain.verifyingContract.toLowerCase(),
    ],
    ...(typedData.types === undefined
      ? []
      : [
          [
            'typedData.types.Order',
            fields(orderTypes(ours.typedData.variant).Order),
            fields(typedData.types.Order),
          ] as const,
        ]),
    ...(siwe === undefined ? [] : [['siwe.domain', ours.siwe.domain, siwe.domain] as const]),
    // who counts a fee that nobody takes is only careful; who does not count one that is taken quotes at a loss
    ...(makerPaysFee === true ? [['makerPaysFee', ours.makerPaysFee, makerPaysFee] as const] : []),
  ]
  return pairs
    .filter(([, our, their]) => our !== their)
    .map(([name, our, their]) => `${name}: expected ${our}, got ${their}`)
}

const fields = (types: readonly { name: string; type: string }[]) =>
  types.map(({ name, type }) => `${type} ${name}`).join(',')

/** Throws `profile-mismatch`. Returns whether the venue published anything to compare with. */
export function checkPublishedProfile(ours: VenueProfile, root: unknown): boolean {
  const differences = profileDifferences(ours, root)
  if (differences === undefined) return false
  if (differences.length > 0) throw new QuoinError('profile-mismatch', differences.join('; '))
  return true
}
