import type { LoaderArguments, ScreenData } from '../../screen-data.ts'

/** A widget's request when it opens the sign-in window. */
export interface EmbedSignInData extends ScreenData {
  /** Origin of the page with the widget. */
  origin: string
  state: string
  /** The PKCE challenge; empty until the widget has created it. */
  challenge: string
}

/** Reads the request of a widget from the address. */
export function embedSignInLoader(title: string) {
  return ({ request }: LoaderArguments): EmbedSignInData => {
    const search = new URL(request.url).searchParams
    const read = (name: string) => search.get(name) ?? ''
    return {
      origin: read('origin'),
      state: read('state'),
      challenge: read('challenge'),
      head: { title, noindex: true },
    }
  }
}
