import { type ReactNode, useMemo } from 'react'
import type { Catalogue } from './format-message.ts'
import { I18nContext } from './i18n-context.ts'
import { directionOf, normaliseLocale } from './locale.ts'

/** Props of `I18nProvider`. */
export interface I18nProviderProps {
  /** BCP 47 tag. Invalid ones count as English. Default `en`. */
  locale?: string
  /** Texts that take precedence over the components' English ones, of all packages in one catalogue. Default: none. */
  translations?: Catalogue | undefined
  /** Time of the first render in ms. Pass the server's to the client, so that relative times match. Default: none. */
  now?: number | undefined
  /** Texts of times in the HTML being hydrated, used by the first render only. Default: none. */
  shownTimes?: ReadonlyMap<number, string> | undefined
  /** The application. */
  children?: ReactNode
}

/**
 * Sets the language of all components below it. It renders no element, so put `dir` on your own root (`directionOf`).
 */
export function I18nProvider({ locale = 'en', translations, now, shownTimes, children }: I18nProviderProps) {
  const value = useMemo(
    () => ({ locale: normaliseLocale(locale), dir: directionOf(locale), translations, now, shownTimes }),
    [locale, translations, now, shownTimes],
  )
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>
}
