import { ButtonLink, EmptyState, useTranslate } from '@stoa/ui'
import { messages } from '../messages.ts'

/** What is shown for everything that is not there or may not be seen. */
export function NotFound() {
  const t = useTranslate(messages)
  return (
    <EmptyState
      title={t('error.notFound.title')}
      action={
        <ButtonLink href="/" variant="primary">
          {t('error.notFound.home')}
        </ButtonLink>
      }
    >
      {t('error.notFound.text')}
    </EmptyState>
  )
}
