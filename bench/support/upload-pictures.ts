import { once } from 'node:events'
import sharp from 'sharp'
import { type Sent, upload } from './upload.ts'

/** As large as photographs of a phone. */
async function noisyPicture(): Promise<Sent> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
  const picture = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#c08040', noise } })
  return { bytes: await picture.jpeg({ quality: 60 }).toBuffer(), filename: 'photo.jpg', filetype: 'image/jpeg' }
}

// A process of its own: makes so many pictures, tells how many MB they have, and sends all at once to whom it is told.
const pictures = await Promise.all(Array.from({ length: Number(process.argv[2]) }, noisyPicture))
process.send?.(pictures.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024 / 1024)
const [{ url, token }] = (await once(process, 'message')) as [{ url: string; token: string }]
await Promise.all(pictures.map((picture) => upload(url, token, picture)))
process.exit()
