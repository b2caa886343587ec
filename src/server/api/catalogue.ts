// The venue's list of markets, groups and tags, and the fee that follows from them.
//
//   effective fee = the market's override, else the first of its tags that has one, else the global rate

import type { RegistrationStatus } from '../../domain/market.js'
import type { Exchange } from '../../venue/simulated/exchange/exchange.js'
import type { WireFee, WireMarketGroup } from '../../venue/wire/market-schema.js'
import { ApiError } from './error-table.js'
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
  /** Registration of a market changed. */
  readonly onRegistration: (market: ListedMarket) => void
}

export class Catalogue {
  readonly #exchange: Exchange
  readonly #onRegistration: (market: ListedMarket) => void
  readonly #byId = new Map<string, ListedMarket>()
  readonly #byCondition = new Map<string, ListedMarket>()
  readonly #groups = new Map<string, WireMarketGroup>()
  readonly #groupsById = new Map<string, WireMarketGroup>()
  readonly #tags = new Map<string, Tag>()
  #globalFeeRateBps: number

  constructor({ exchange, globalFeeRateBps, onRegistration }: CatalogueOptions) {
    this.#exchange = exchange
    this.#onRegistration = onRegistration
    this.#globalFeeRateBps = globalFeeRateBps
  }

  /** Lists a market, makes the tags and the group it names, and brings it to the exchange. Throws `conflict` for a known id. */
  add(listing: NewListing): ListedMarket {
    const { spec, group, tagSlugs = [] } = listing
    if (this.#byId.has(spec.id) || this.#byCondition.has(spec.conditionId)) {
      throw new ApiError('conflict', `market: ${spec.id} exists already`)
    }
    for (const slug of tagSlugs) this.addTag({ slug, name: titleOf(slug) })
    const groupId = group && this.addGroup({ slug: group.slug, title: group.title ?? titleOf(group.slug) }).id
    const market = listedMarket(listing, groupId)
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
    const ofTag = tagSlugs.map((slug) => this.#tags.get(slug)?.feeRateBps).find((rate) => rate !== undefined)
    return { feeRateBps: ofTag ?? this.#globalFeeRateBps, feeRateBpsOverride: null }
  }

  /** `undefined` makes the market inherit again. */
  setMarketFee(id: string, feeRateBps: number | undefined): void {
    this.find(id).feeRateBpsOverride = feeRateBps
    this.#spreadFees()
  }

  setTagFee(slug: string, feeRateBps: number | undefined): void {
    const tag = this.#tags.get(slug)
    if (tag === undefined) throw new ApiError('not_found', `tag: no tag ${slug}`)
    tag.feeRateBps = feeRateBps
    this.#spreadFees()
  }

  setGlobalFee(feeRateBps: number): void {
    this.#globalFeeRateBps = feeRateBps
    this.#spreadFees()
  }

  setRegistration(id: string, registration: RegistrationStatus): void {
    const market = this.find(id)
    if (market.registration === registration) return
    market.registration = registration
    this.#onRegistration(market)
  }

  /** The exchange tells those whose effective rate changed. */
  #spreadFees(): void {
    for (const market of this.#byId.values()) {
      if (!market.incomplete) this.#exchange.setFee(market.conditionId, this.feeOf(market).feeRateBps)
    }
  }
}

/** "harbour-cup" -> "Harbour cup". */
function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
