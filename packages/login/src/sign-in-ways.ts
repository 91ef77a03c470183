/** What a domain offers for signing in. */
export interface SignInWays {
  /** Ids in the order of the domain: `password`, `emailLink`, `passkey`, every other one is a provider. */
  ids: readonly string[]
  /** What providers are called, by id. Default: their id. */
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

/** The providers among the ways, in their order. */
export function providersOf({ ids, names = {} }: SignInWays): Provider[] {
  return ids.filter((id) => !OWN.includes(id)).map((id) => ({ id, name: names[id] ?? NAMES[id] ?? id }))
}

/** Whether providers stand above the form: where the domain names one of them first. */
export function providersFirst({ ids }: SignInWays): boolean {
  return ids[0] !== undefined && !OWN.includes(ids[0])
}
