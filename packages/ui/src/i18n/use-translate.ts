import { useMemo } from 'react'
import type { Catalogue } from './format-message.ts'
import { useI18n } from './i18n-context.ts'
import { createTranslator, type Translate } from './translator.ts'

/** The `t` of a component: `const t = useTranslate(commentMessages)`, then `t('comment.create.submit')`. */
export function useTranslate<const Messages extends Catalogue>(messages: Messages): Translate<Messages> {
  const { locale, translations } = useI18n()
  return useMemo(() => createTranslator({ locale, messages, translations }), [locale, messages, translations])
}
