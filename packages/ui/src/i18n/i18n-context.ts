import { createContext, useContext, useMemo } from 'react'
import type { Catalogue } from './format-message.ts'
import { createTranslator, type Translate } from './translator.ts'

/** Language and time for all components. */
export interface I18n {
  /** BCP 47 tag for texts, plurals, numbers and dates. */
  locale: string
  /** Writing direction of the locale. */
  dir: 'ltr' | 'rtl'
  /** Texts that take precedence over the components' English ones. */
  translations?: Catalogue | undefined
  /**
   * Time of the first render in ms, the same on server and client, so that relative times match. Without it dates are
   * shown first.
   */
  now?: number | undefined
  /** Texts of times in server-rendered HTML, by time, so that hydration doesn't change them. Default: none. */
  shownTimes?: ReadonlyMap<number, string> | undefined
}

/** The language of the components below. English without a provider. */
export const I18nContext = createContext<I18n>({ locale: 'en', dir: 'ltr' })

/** The current language, direction and translations. */
export const useI18n = (): I18n => useContext(I18nContext)

/** The `t` of a component: `const t = useTranslate(commentMessages)`, then `t('comment.create.submit')`. */
export function useTranslate<const Messages extends Catalogue>(messages: Messages): Translate<Messages> {
  const { locale, translations } = useI18n()
  return useMemo(() => createTranslator({ locale, messages, translations }), [locale, messages, translations])
}
