import { createContext, useCallback, useContext } from 'react'
import { contentLanguage } from './content-language.ts'
import { useI18n } from './i18n-context.ts'

const SurroundingLanguage = createContext<string | undefined>(undefined)

/** Says which language the element around has, if it isn't the components'. */
export const WrittenIn = SurroundingLanguage.Provider

/** Attributes of an element with a text that a person wrote. */
export interface WrittenAttributes {
  dir: 'auto'
  lang: string | undefined
}

/**
 * The attributes of elements with what people wrote: `<p {...written(about)}>`. A person's name has no language, so it
 * has `dir="auto"` or `<bdi>` alone.
 */
export function useWritten(): (text: string) => WrittenAttributes {
  const { locale } = useI18n()
  const around = useContext(SurroundingLanguage) ?? locale
  return useCallback((text) => ({ dir: 'auto', lang: contentLanguage(text, around) }), [around])
}

/** What a person wrote, as a part of a sentence or line. */
export function Written({ children }: { children: string }) {
  return <bdi {...useWritten()(children)}>{children}</bdi>
}
