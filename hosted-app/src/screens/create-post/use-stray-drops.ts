import { useTranslate } from '@stoa/ui'
import type { DragEvent } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { createPostMessages } from './messages.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Keeps a file that is dropped beside its places from replacing the page, and says where it can be dropped. */
export function useStrayDrops() {
  const t = useTranslate(createPostMessages)
  const { toasts } = useHostedApp()
  return {
    onDragOver(event: DragEvent) {
      if (hasFiles(event)) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      // The cover and the text have taken theirs.
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      toasts.show({ text: t('create.files.stray') })
    },
  }
}
