import { createUploads, type Uploads } from '@stoa/client/uploads'
import type { Media } from '@stoa/contract'
import { useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'

/** How files reach the server; null for visitors, who send none. */
export function useUploads(): Uploads | null {
  const { session } = useHostedApp()
  const [uploads] = useState(() => session && createUploads({ origin: '', session }))
  return uploads
}

/** Address of the smallest version of a picture whose sides have so many pixels, else of the whole one. */
export function pictureAddress({ url, sizes }: Pick<Media, 'url' | 'sizes'>, pixels: number): string {
  return sizes.find(({ width, height }) => Math.min(width, height) >= pixels)?.url ?? url
}
