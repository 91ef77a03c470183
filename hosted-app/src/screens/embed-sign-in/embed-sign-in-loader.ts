import type { CallOutput } from '@stoa/contract'
import type { HostedApp } from '../../hosted-app.ts'
import type { LoaderArguments, ScreenData } from '../../screen-data.ts'

/** A widget's request when it opens the sign-in window. */
export interface EmbedSignInData extends ScreenData {
  /** Origin of the page with the widget. */
  origin: string
  state: string
  /** The PKCE challenge; empty until the widget has created it. */
  challenge: string
  /** What signing in is for, as the widget says. */
  purpose: string
  /** What is known of the site; null: nothing. */
  about: CallOutput<'articleSite'> | null
}

/** Reads the request of a widget from the address. */
export function embedSignInLoader({ stoa, config }: HostedApp) {
  return async ({ request }: LoaderArguments): Promise<EmbedSignInData> => {
    const search = new URL(request.url).searchParams
    const read = (name: string) => search.get(name) ?? ''
    const origin = read('origin')
    return {
      origin,
      state: read('state'),
      challenge: read('challenge'),
      purpose: read('for'),
      // Of an unknown site the address is shown. Signing in then says what is wrong.
      about: origin === '' ? null : await stoa.client.call('articleSite', { origin }).catch(() => null),
      head: { title: config.domainDisplayName, noindex: true },
    }
  }
}
