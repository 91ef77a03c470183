import { pageStorage } from '@stoa/client'
import { useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { useHostedApp } from '../../hosted-app.ts'

const KEY = 'stoa.opened'

const openedMessages = { 'opened.toast': 'Your forum is open.' } as const

/** The owner has opened the forum. The page that loads next says so. */
export function rememberOpened(): void {
  pageStorage('session').setItem(KEY, '1')
}

/** Announces that the owner has opened the forum, and focuses its first page. */
export function useOpenedForum(): void {
  const t = useTranslate(openedMessages)
  const { toasts } = useHostedApp()
  useEffect(() => {
    const storage = pageStorage('session')
    if (storage.getItem(KEY) === null) return
    storage.removeItem(KEY)
    toasts.show({ text: t('opened.toast'), tone: 'success' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [toasts, t])
}
