import type { CallInput } from '@stoa/contract'
import { addressOf, type ElementOptions } from '../options.ts'

/** The article named by the page. The server decides which thread it has. */
export type PageArticle = Omit<CallInput<'articleThread'>, 'sort' | 'limit'>

/**
 * Reads the article from the element's options and the page. An address in the options takes precedence over the
 * page's, and is its canonical link if it equals that.
 */
export function articleOf({ community, articleId, url }: ElementOptions): PageArticle {
  const link = canonicalUrl()
  const canonical = link && (!url || absolute(url) === absolute(link)) && link
  return {
    community,
    // Without the hash, which doesn't identify an article.
    url: absolute(url || location.href.replace(/#.*/s, '')),
    ...(articleId && { id: articleId }),
    ...(canonical && { canonical: absolute(canonical) }),
  }
}

function canonicalUrl() {
  const { head } = document
  return (
    head.querySelector<HTMLLinkElement>('link[rel~="canonical"]')?.href ||
    head.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content
  )
}

function absolute(address: string): string {
  return addressOf(address)?.href ?? location.href
}

/**
 * Calls the listener when the page may have changed to another article without loading: after an in-page navigation, or
 * a change in its head.
 */
export function onPageChange(listener: () => void): void {
  new MutationObserver(listener).observe(document.head, {
    subtree: true,
    childList: true,
    attributeFilter: ['href', 'content'],
  })
  addEventListener('popstate', listener)
  window.navigation?.addEventListener('navigatesuccess', listener)
}
