import { createContext, useContext } from 'react'
import type { Catalogue } from './format-message.ts'

/** What every component needs to know about language and time. */
export interface I18n {
  /** BCP 47 tag for texts, plurals, numbers and dates. */
  locale: string
  /** Writing direction of the locale. */
  dir: 'ltr' | 'rtl'
  /** Texts that win over the components' English ones. */
  translations?: Catalogue | undefined
  /** Time of the first render in ms, the same on server and client, so that relative times match; none: dates first. */
  now?: number | undefined
  /** Texts of times in server-rendered HTML, by time, so that hydration doesn't change them. Default: none. */
  shownTimes?: ReadonlyMap<number, string> | undefined
}

/** Holds the language for the components below it; English where no provider is. */
export const I18nContext = createContext<I18n>({ locale: 'en', dir: 'ltr' })

/** The language, direction and translations in force here. */
export const useI18n = (): I18n => useContext(I18nContext)
