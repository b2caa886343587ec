// Who has been here: every wallet with a balance or a sign-in is a user, found by address, id or username.

import { getAddress, keccak256, stringToBytes } from 'viem/utils'
import type { Address } from '../../../domain/market/market.js'
import type { WireUser } from '../../../venue/wire/account-schema.js'
import { iso } from '../iso-time.js'
import { DurableMap, type DurableValues } from '../kept/durable-values.js'
import { ApiError } from '../requests/error-table.js'

interface User {
  /** Follows from the address, so that it is the same after a restart. */
  readonly id: string
  readonly address: Address
  readonly createdMs: number
  username: string | null
}

/** Names that would read as something of the venue. */
const RESERVED = new Set(['admin', 'api', 'me', 'operator', 'quoin', 'root', 'support', 'system', 'venue'])
const ID_PREFIX = 'usr_'

export class UserDirectory {
  readonly #byAddress: DurableMap<User>
  readonly #byId = new Map<string, User>()
  /** In lower case. */
  readonly #byName = new Map<string, User>()
  readonly #onNew: (address: Address) => void

  /** `onNew` hears of each wallet once, of those that are kept at the start. */
  constructor(onNew: (address: Address) => void, values: DurableValues) {
    this.#onNew = onNew
    this.#byAddress = new DurableMap(values, 'user')
    for (const user of this.#byAddress.values()) this.#index(user)
  }

  /** Makes the user at first sight. */
  see(address: Address, nowMs: number): WireUser {
    return shown(this.#seen(address, nowMs))
  }

  /** By wallet address, user id or username, in any case. Throws `not_found`. */
  find(text: string): WireUser {
    const user = this.#find(text)
    if (user === undefined) throw new ApiError('not_found', `user: no user ${text.slice(0, 100)}`)
    return shown(user)
  }

  /** Part of a username, or the beginning of an address; everybody without a text. Oldest first. */
  search(text: string | undefined): WireUser[] {
    const wanted = text?.toLowerCase()
    const found = [...this.#byAddress.values()].filter(
      ({ address, username }) =>
        wanted === undefined ||
        username?.toLowerCase().includes(wanted) === true ||
        (wanted.length > 2 && address.toLowerCase().startsWith(wanted)),
    )
    return found.map(shown)
  }

  /** `null` gives the name back. Throws `conflict` for a taken or reserved name. */
  rename(address: Address, username: string | null, nowMs: number): WireUser {
    const user = this.#seen(address, nowMs)
    const key = username?.toLowerCase()
    const holder = key === undefined ? undefined : this.#byName.get(key)
    const isReserved = key !== undefined && (RESERVED.has(key) || key.startsWith(ID_PREFIX))
    if (isReserved || (holder !== undefined && holder !== user)) {
      throw new ApiError('conflict', `username: ${username} is taken`)
    }
    if (user.username !== null) this.#byName.delete(user.username.toLowerCase())
    if (key !== undefined) this.#byName.set(key, user)
    user.username = username
    this.#byAddress.set(address, user)
    return shown(user)
  }

  #find(text: string): User | undefined {
    if (/^0x[0-9a-fA-F]{40}$/.test(text)) return this.#byAddress.get(getAddress(text.toLowerCase()))
    return this.#byId.get(text) ?? this.#byName.get(text.toLowerCase())
  }

  #seen(address: Address, nowMs: number): User {
    const known = this.#byAddress.get(address)
    if (known !== undefined) return known
    const id = `${ID_PREFIX}${keccak256(stringToBytes(address.toLowerCase())).slice(2, 18)}`
    const user: User = { id, address, createdMs: nowMs, username: null }
    this.#byAddress.set(address, user)
    this.#index(user)
    return user
  }

  #index(user: User): void {
    this.#byId.set(user.id, user)
    if (user.username !== null) this.#byName.set(user.username.toLowerCase(), user)
    this.#onNew(user.address)
  }
}

function shown({ id, address, username, createdMs }: User): WireUser {
  return { id, address, username, createdAt: iso(createdMs) }
}
