import { loadCommunity } from '@stoa/store'
import { type LoaderFunction, redirect } from 'react-router'
import type { HostedApp } from './hosted-app.ts'
import { type LoaderArguments, notFound, orNotFound } from './screen-data.ts'

/** How a domain with a single community treats addresses of communities; other domains are unaffected. */
export function createOwnCommunity({ stoa, config }: HostedApp) {
  const { isSingleTokenDomain, defaultTokenName } = config

  /** Ends the loader with the 404 screen if another community is named. */
  async function check(token: string): Promise<void> {
    if (token.toLowerCase() === defaultTokenName.toLowerCase()) return
    // The community's other name is accepted, too.
    if ((await orNotFound(loadCommunity(stoa, token))).tokenName !== defaultTokenName) throw notFound()
  }

  return {
    /** A screen of one community. */
    within<Loader extends LoaderFunction>(loader: Loader): Loader {
      if (!isSingleTokenDomain) return loader
      const checked: LoaderFunction = async (argument, context) => {
        await check(argument.params.token ?? '')
        return loader(argument, context)
      }
      return checked as Loader
    },
    /** The community's home: on such a domain the front page. */
    home<Loader extends LoaderFunction>(loader: Loader): Loader {
      if (!isSingleTokenDomain) return loader
      const redirectHome: LoaderFunction = async ({ params, request }: LoaderArguments) => {
        await check(params.token ?? '')
        return redirect(`/${new URL(request.url).search}`, 301)
      }
      return redirectHome as Loader
    },
    /** The list of communities, which such a domain doesn't need. */
    picker<Loader extends LoaderFunction>(loader: Loader): Loader {
      const redirectHome: LoaderFunction = () => redirect('/', 302)
      return isSingleTokenDomain ? (redirectHome as Loader) : loader
    },
  }
}
