import type { CallInput } from '@stoa/contract'
import { addressOf, type ElementOptions } from './options.ts'

/** Which article the element stands for, as far as the page says. The server decides which thread that is. */
export type PageArticle = Omit<CallInput<'articleThread'>, 'sort' | 'limit'>

/** Reads the article from the element's options and the page. An address given by option beats what the page says of itself. */
export function articleOf({ community, articleId, url }: ElementOptions): PageArticle {
  const canonical = !url && canonicalUrl()
  return {
    community,
    // Going to a heading of the page is no other article.
    url: absolute(url || location.href.replace(/#.*/s, '')),
    ...(articleId && { id: articleId }),
    ...(canonical && { canonical: absolute(canonical) }),
  }
}

function canonicalUrl() {
  const read = (selector: string, attribute: string) => document.head.querySelector(selector)?.getAttribute(attribute)
  return read('link[rel~="canonical"]', 'href') || read('meta[property="og:url"]', 'content')
}

function absolute(address: string): string {
  return addressOf(address)?.href ?? location.href
}
