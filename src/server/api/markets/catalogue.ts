// The venue's list of markets, groups and tags, and the fee that follows from them.
//
//   effective fee = the market's override, else its most specific tag's, else the global rate
//
// The most specific tag is the deepest in the tag tree, of several equally deep the one with the lowest rate. A tag
// without a rate of its own has its parent's; one that inherits none does not count.

import { QuoinError } from '../../../domain/error.js'
import type { RegistrationStatus } from '../../../domain/market/market.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import { RESERVED_MARKET_IDS, type WireFee, type WireMarketGroup } from '../../../venue/wire/market-schema.js'
import { DurableMap, type DurableValues, NOT_DURABLE } from '../kept/durable-values.js'
import { ApiError } from '../requests/error-table.js'
import { type ListedMarket, listedMarket, type NewListing } from './listed-market.js'

export interface Tag {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly parentSlug: string | undefined
  readonly archived: boolean
  feeRateBps: number | undefined
}

export interface CatalogueOptions {
  readonly exchange: Exchange
  readonly globalFeeRateBps: number
  /** Registration of a new market whose listing names none. */
  readonly firstRegistration: (listing: NewListing) => RegistrationStatus
  /** Registration of a market changed. */
  readonly onRegistration: (market: ListedMarket) => void
  /** Where the list outlives the process. */
  readonly values?: DurableValues
}

export class Catalogue {
  readonly #exchange: Exchange
  readonly #onRegistration: (market: ListedMarket) => void
  readonly #firstRegistration: CatalogueOptions['firstRegistration']
  readonly #values: DurableValues
  readonly #byId: DurableMap<ListedMarket>
  readonly #byCondition = new Map<string, ListedMarket>()
  readonly #groups: DurableMap<WireMarketGroup>
  readonly #groupsById = new Map<string, WireMarketGroup>()
  readonly #tags: DurableMap<Tag>
  #globalFeeRateBps: number

  constructor(options: CatalogueOptions) {
    const { values = NOT_DURABLE } = options
    this.#exchange = options.exchange
    this.#firstRegistration = options.firstRegistration
    this.#onRegistration = options.onRegistration
    this.#values = values
    this.#globalFeeRateBps = values.get<number>('fee', 'global') ?? options.globalFeeRateBps
    this.#byId = new DurableMap(values, 'market')
    this.#groups = new DurableMap(values, 'group')
    this.#tags = new DurableMap(values, 'tag')
    for (const market of this.#byId.values()) this.#byCondition.set(market.conditionId.toLowerCase(), market)
    for (const group of this.#groups.values()) this.#groupsById.set(group.id, group)
  }

  /** Notes that something of the market changed in place. */
  keep(market: ListedMarket): void {
    this.#byId.set(market.id, market)
  }

  /** Lists a market, makes the tags and the group it names, and brings it to the exchange. Throws `conflict` for a known id. */
  add(listing: NewListing): ListedMarket {
    const { spec, group, tagSlugs = [] } = listing
    if (this.#byId.has(spec.id) || this.#byCondition.has(spec.conditionId)) {
      throw new ApiError('conflict', `market: ${spec.id} exists already`)
    }
    if (RESERVED_MARKET_IDS.includes(spec.id)) {
      throw new QuoinError('bad-argument', `market.id: expected another id, ${spec.id} is a route`)
    }
    for (const slug of tagSlugs) this.addTag({ slug, name: titleOf(slug) })
    const groupId = group && this.addGroup({ slug: group.slug, title: group.title ?? titleOf(group.slug) }).id
    const registration = listing.registration ?? this.#firstRegistration(listing)
    const market = listedMarket({ ...listing, registration }, groupId)
    if (!market.incomplete) this.#exchange.addMarket({ ...spec, feeRateBps: this.feeOf(market).feeRateBps })
    this.#byId.set(market.id, market)
    this.#byCondition.set(market.conditionId.toLowerCase(), market)
    return market
  }

  /** By market id or condition id. Throws `not_found`. */
  find(id: string): ListedMarket {
    const market = this.#byId.get(id) ?? this.byCondition(id)
    if (market === undefined) throw new ApiError('not_found', `market: no market ${id.slice(0, 100)}`)
    return market
  }

  /** By market id or condition id. */
  has(id: string): boolean {
    return this.#byId.has(id) || this.byCondition(id) !== undefined
  }

  byCondition(conditionId: string): ListedMarket | undefined {
    return this.#byCondition.get(conditionId.toLowerCase())
  }

  /** In the order of listing. */
  all(): ListedMarket[] {
    return [...this.#byId.values()]
  }

  /** Does nothing when the slug is known. */
  addGroup(group: Omit<WireMarketGroup, 'id'> & { slug: string; title: string }): WireMarketGroup {
    const known = this.#groups.get(group.slug)
    if (known !== undefined) return known
    const made: WireMarketGroup = { ...group, id: `group_${this.#groups.size + 1}` }
    this.#groups.set(group.slug, made)
    this.#groupsById.set(made.id, made)
    return made
  }

  groups(): WireMarketGroup[] {
    return [...this.#groups.values()]
  }

  groupBySlug(slug: string): WireMarketGroup | undefined {
    return this.#groups.get(slug)
  }

  groupOf(market: ListedMarket): WireMarketGroup | undefined {
    return market.groupId === undefined ? undefined : this.#groupsById.get(market.groupId)
  }

  /** Does nothing when the slug is known. */
  addTag(tag: { slug: string; name: string; parentSlug?: string; archived?: boolean; feeRateBps?: number }): void {
    const { slug, name, parentSlug, archived = false, feeRateBps } = tag
    if (this.#tags.has(slug)) return
    this.#tags.set(slug, { id: `tag_${this.#tags.size + 1}`, slug, name, parentSlug, archived, feeRateBps })
  }

  tag(slug: string): Tag | undefined {
    return this.#tags.get(slug)
  }

  tags(): Tag[] {
    return [...this.#tags.values()]
  }

  feeOf({ feeRateBpsOverride, tagSlugs }: Pick<ListedMarket, 'feeRateBpsOverride' | 'tagSlugs'>): WireFee {
    if (feeRateBpsOverride !== undefined) return { feeRateBps: feeRateBpsOverride, feeRateBpsOverride }
    const ofTag = mostSpecificRate(tagSlugs.map((slug) => this.#tagLine(slug)))
    return { feeRateBps: ofTag ?? this.#globalFeeRateBps, feeRateBpsOverride: null }
  }

  /** The tag, its parent and so on up; a tag that is its own ancestor ends the line. */
  #tagLine(slug: string): Tag[] {
    const line: Tag[] = []
    let tag = this.#tags.get(slug)
    while (tag !== undefined && !line.includes(tag)) {
      line.push(tag)
      tag = tag.parentSlug === undefined ? undefined : this.#tags.get(tag.parentSlug)
    }
    return line
  }

  /** `undefined` makes the market inherit again. */
  setMarketFee(id: string, feeRateBps: number | undefined): void {
    const market = this.find(id)
    market.feeRateBpsOverride = feeRateBps
    this.keep(market)
    this.#spreadFees()
  }

  setTagFee(slug: string, feeRateBps: number | undefined): void {
    const tag = this.#tags.get(slug)
    if (tag === undefined) throw new ApiError('not_found', `tag: no tag ${slug}`)
    tag.feeRateBps = feeRateBps
    this.#tags.set(slug, tag)
    this.#spreadFees()
  }

  setGlobalFee(feeRateBps: number): void {
    this.#globalFeeRateBps = feeRateBps
    this.#values.put('fee', 'global', feeRateBps)
    this.#spreadFees()
  }

  setRegistration(id: string, registration: RegistrationStatus): void {
    const market = this.find(id)
    if (market.registration === registration) return
    market.registration = registration
    this.keep(market)
    this.#onRegistration(market)
  }

  /** The exchange tells those whose effective rate changed. */
  #spreadFees(): void {
    for (const market of this.#byId.values()) {
      if (!market.incomplete) this.#exchange.setFee(market.conditionId, this.feeOf(market).feeRateBps)
    }
  }
}

/** Of lines from a tag up to its root: the longest with a rate in it counts, the lowest rate among equals. */
function mostSpecificRate(lines: readonly (readonly Tag[])[]): number | undefined {
  let best: { readonly depth: number; readonly rate: number } | undefined
  for (const line of lines) {
    const rate = line.find(({ feeRateBps }) => feeRateBps !== undefined)?.feeRateBps
    const depth = line.length
    if (rate === undefined) continue
    if (best === undefined || depth > best.depth || (depth === best.depth && rate < best.rate)) best = { depth, rate }
  }
  return best?.rate
}

/** "harbour-cup" -> "Harbour cup". */
function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
