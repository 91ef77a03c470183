/** Sign-in methods of a domain. */
export interface SignInWays {
  /** Ids in the domain's order: `password`, `emailLink`, `passkey`. All others are providers. */
  ids: readonly string[]
  /** Display names of providers, by id. Default: their id. */
  names?: Readonly<Record<string, string>> | undefined
}

/** An external identity provider. */
export interface Provider {
  id: string
  name: string
}

const OWN: readonly string[] = ['password', 'emailLink', 'passkey', 'oneTap', 'firebase']
const NAMES: { readonly [id: string]: string } = {
  google: 'Google',
  github: 'GitHub',
  x: 'X',
  twitter: 'X',
  facebook: 'Facebook',
}

/** The providers among the methods, in order. */
export function providersOf({ ids, names = {} }: SignInWays): Provider[] {
  return ids.filter((id) => !OWN.includes(id)).map((id) => ({ id, name: names[id] ?? NAMES[id] ?? id }))
}

/** Whether providers are above the form, because the domain lists one first. */
export function providersFirst({ ids }: SignInWays): boolean {
  return ids[0] !== undefined && !OWN.includes(ids[0])
}
