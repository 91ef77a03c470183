import type { ForumSession } from '@stoa/client'
import type { CommunityFounders } from '@stoa/contract'
import type { SignInWays } from '@stoa/login'
import type { Stoa } from '@stoa/store'
import type { Toasts, Translate } from '@stoa/ui'
import { createContext, type ReactNode, useContext } from 'react'
import type { HistoryCache } from './history-cache.ts'
import type { messages } from './messages.ts'
import type { Renewal } from './shell/renewal.ts'

/** Accounts that visitors of the demonstration try it as. */
export interface DemoSignIn {
  /** Password of all of them. */
  password: string
  accounts: readonly {
    username: string
    name: string
    role: 'owner' | 'moderator' | 'partner' | 'member' | 'banned' | 'admin'
    /** Address of the portrait. */
    image: string
  }[]
}

/** What a domain is called and which community is its own. */
export interface DomainConfig {
  defaultTokenName: string
  /** BCP 47 tag of what the forum's own words are in. */
  language: string
  domainDisplayName: string
  /** Addresses for the foot of each page; null where there is none. */
  privacyLink: string | null
  termsLink: string | null
  faqLink: string | null
  /** Offer the list of all communities. */
  enableForumPicker: boolean
  /** Who may found communities. */
  communityFounders: CommunityFounders
  /** Everything belongs to the default community: it is at `/`, and there are no others. */
  isSingleTokenDomain: boolean
  /** Ids of the ways to sign in, in the domain's order. */
  signInProviders: readonly string[]
  /** What people know the providers among them by. */
  providerNames: Readonly<Record<string, string>>
  /** The forum's id at Google, where one tap signs in with it. Default: that is not offered. */
  oneTapClientId?: string
  /** Accounts that visitors can sign in to. Default: this is no demonstration. */
  demo?: DemoSignIn
}

/** The ways to sign in that a domain offers, as the sign-in dialog takes them. */
export function signInWays({ signInProviders, providerNames }: DomainConfig): SignInWays {
  return { ids: signInProviders, names: providerNames }
}

/** One instance of the forum: per page in the browser, per request on the server. */
export interface HostedApp {
  stoa: Stoa
  config: DomainConfig
  /** Public origin of the forum, without a trailing slash. */
  origin: string
  history: HistoryCache
  /** The forum's own words in its language, for what is said outside components; keys as in `messages`. */
  t: Translate<typeof messages>
  toasts: Toasts
  /** On the server: what stands beside the screen. Browsers keep it as it is. */
  side?: ReactNode
  /** Null on the server, whose pages are always new. */
  renewal: Renewal | null
  /** Null on the server, where everybody is a visitor. */
  session: ForumSession | null
}

const HostedAppContext = createContext<HostedApp | null>(null)

export const HostedAppProvider = HostedAppContext.Provider

export function useHostedApp(): HostedApp {
  const app = useContext(HostedAppContext)
  if (!app) throw new Error('There is no HostedAppProvider above this component.')
  return app
}
