import { createHash, ECDH, randomBytes } from 'node:crypto'
import { StaleReadError, type Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { seal } from '../../../platform/security/keys.ts'
import { type ChainAddressRow, chainRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids'> {
  /** Encrypts the seed. */
  key: Buffer
}

const SEED_BYTES = 32
/** Name of the seed in `chain_keys`. */
export const SEED = 'seed'
/** Of the addresses to which members deposit. Known without the seed, except for its private half. */
const DEPOSITS = "m/44'/60'/0'"
/** Of the wallet that pays. Nothing of the deposits' half leads to it. */
export const PAYING_WALLET = "m/44'/60'/1'/0/0"

/** Branches of that half. Those of `cards` are watched by nobody: what arrives there is credited as a purchase. */
const BRANCHES = { deposits: 0, cards: 1 } as const
type Branch = keyof typeof BRANCHES
/** Of one of those addresses. */
export const pathOf = (branch: Branch, number: number) => `${DEPOSITS}/${BRANCHES[branch]}/${number}`

/**
 * Follows from its owner, so that a database restored from a backup gives nobody an address that was somebody else's
 * after that backup.
 */
async function numberOf(owner: string, isUsed: (number: number) => Promise<boolean>): Promise<number> {
  const hashed = (data: string | Buffer) => createHash('sha256').update(data).digest()
  let hash = hashed(owner)
  // Of 32 bits, the highest is no part of such numbers.
  const number = () => hash.readUInt32BE() >>> 1
  while (await isUsed(number())) hash = hashed(hash)
  return number()
}

export type DepositAddresses = ReturnType<typeof createDepositAddresses>

/** One address for each member and community. All follow from a seed that is stored encrypted. */
export function createDepositAddresses({ database, clock, ids, key }: Dependencies) {
  /** The key from which all addresses follow, made once for all servers of the database. */
  async function publicKey(tx: Transaction): Promise<string> {
    const chain = chainRepository(tx.connection)
    const known = await chain.key(SEED)
    if (known) return known.public_key
    const { HDKey } = await import('viem/accounts')
    const seed = randomBytes(SEED_BYTES)
    const { publicExtendedKey: public_key } = HDKey.fromMasterSeed(seed).derive(DEPOSITS)
    await chain.addKey({ name: SEED, public_key, sealed: seal(key, seed.toString('hex')), created_at: clock.now() })
    seed.fill(0)
    // Another server may have been faster.
    const row = await chain.key(SEED)
    if (!row) throw new StaleReadError()
    return row.public_key
  }

  async function addressOf(tx: Transaction, branch: Branch, number: number): Promise<string> {
    const { HDKey, publicKeyToAddress } = await import('viem/accounts')
    const child = HDKey.fromExtendedKey(await publicKey(tx))
      .deriveChild(BRANCHES[branch])
      .deriveChild(number)
    if (!child.publicKey) throw new Error('A deposit address has no key.')
    const point = ECDH.convertKey(Buffer.from(child.publicKey), 'secp256k1', undefined, 'hex', 'uncompressed')
    return publicKeyToAddress(`0x${String(point)}`)
  }

  return {
    /** The member's address in the community, made at the first time. */
    async ensure(tx: Transaction, owner: { userId: string; communityId: string }): Promise<string> {
      const chain = chainRepository(tx.connection)
      const [known] = await chain.addressesOf([owner.userId], owner.communityId)
      if (known) return known.address
      const number = await numberOf(`${owner.userId} ${owner.communityId}`, (one) => chain.isNumberUsed(one))
      const row: ChainAddressRow = {
        ...{ id: ids.next(), user_id: owner.userId, community_id: owner.communityId, number },
        ...{ address: await addressOf(tx, 'deposits', number), created_at: clock.now() },
      }
      await chain.addAddress(row).catch((error: unknown) => {
        // Another request has taken the number, or made this address.
        throw database.dialect.isUniqueViolation(error) ? new StaleReadError() : error
      })
      return row.address
    },
    /**
     * Where the coins of a member's purchases by card arrive: an address of their own, made at the first time. Null as
     * long as there is no seed.
     */
    async ensureForCards(tx: Transaction, userId: string): Promise<string | null> {
      const chain = chainRepository(tx.connection)
      const known = await chain.cardAddressOf(userId)
      if (known !== null || !(await chain.key(SEED))) return known
      const number = await numberOf(userId, (one) => chain.isCardNumberUsed(one))
      const address = await addressOf(tx, 'cards', number)
      await chain
        .addCardAddress({ id: ids.next(), user_id: userId, number, address, created_at: clock.now() })
        .catch((error: unknown) => {
          throw database.dialect.isUniqueViolation(error) ? new StaleReadError() : error
        })
      return address
    },
    /** The person's addresses in the community. */
    async of(userIds: readonly string[], communityId: string): Promise<string[]> {
      const rows = await chainRepository(database.read).addressesOf(userIds, communityId)
      return rows.map(({ address }) => address)
    },
  }
}
