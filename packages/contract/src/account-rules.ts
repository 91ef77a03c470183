/** Rules of usernames, addresses and passwords, apart from what every page needs. */

import { RESERVED_WORDS } from './rules.ts'

export const USERNAME = /^[0-9A-Za-z_]{3,20}$/
/** Excludes two letters whose lower case is ASCII, as they must not match another address. */
export const EMAIL =
  /^[^\s@<>"(),:;[\]\\\u0130\u212A]{1,64}@[^\s@<>"(),:;[\]\\.\u0130\u212A]+(\.[^\s@<>"(),:;[\]\\.\u0130\u212A]+)+$/
/** At least 8 characters with an upper-case and a lower-case letter, a digit and one of @$!%*#?&^_- */
export const PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*#?&^_-]).{8,200}$/su

/**
 * Names and symbols of coins, exchanges and wallets. Symbols that are words or first names (LINK, NEAR, ADA) are free.
 */
const CRYPTO_NAMES = `bitcoin btc ethereum eth ether tether usdt binance bnb ripple xrp usdc
  solana dogecoin doge tron trx cardano chainlink stellar xlm toncoin litecoin ltc
  polkadot avalanche avax shiba shib shibainu uniswap monero xmr polygon matic pepe
  dai aave cosmos filecoin vechain algorand tezos xtz zcash zec bch hedera
  hbar aptos arbitrum optimism kaspa injective fantom dogwifhat coinbase metamask moonpay kraken
  bitfinex kucoin bybit okx bitstamp ledger trezor trustwallet opensea`

/** Reserved usernames. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'support',
  'staff',
  'team',
  'official',
  'moderator',
  'mod',
  'security',
  'help',
  'privacy',
  'settings',
  'developer',
  'sales',
  'marketing',
  'anonymous',
  'deleted',
  'everyone',
  'here',
  'all',
  'stoa',
  'owner',
  'webmaster',
  'postmaster',
  'billing',
  'null',
  'undefined',
  'proto',
  'helpdesk',
  'hostmaster',
  'noreply',
  'abuse',
  'login',
  'author',
  ...CRYPTO_NAMES.split(/\s+/),
]) // prettier-ignore

/** Whether a community's token name or slug is reserved: it belongs to a route or could pass for an official one. */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED_WORDS.has(lower) || RESERVED_USERNAMES.has(lower)
}

/** Shown for a password that is too common. */
export const GUESSED_PASSWORD = 'This password is too easy to guess. Please choose another one.'

/**
 * True for an otherwise valid password that contains its account's name or repeats one letter. Both are guessed early.
 */
export function isEasilyGuessed(password: string, username = ''): boolean {
  if (!PASSWORD.test(password)) return false
  const low = password.toLowerCase()
  return (USERNAME.test(username) && low.includes(username.toLowerCase())) || new Set(low.match(/\p{L}/gu)).size === 1
}
