import { useState } from 'react'

/** Props of `Avatar`. */
export interface AvatarProps {
  /** Name of the person or community; its initials replace a missing picture. */
  name: string
  /** Stable id that determines the color. Default: the name. */
  id?: string | undefined
  /** Address of the picture. Default: initials. */
  src?: string | null | undefined
  /** 24, 32, 40, 64 or 96 px. Default `m` (40 px). */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | undefined
  /** `square` with round corners for communities and sites. Default `circle`. */
  shape?: 'circle' | 'square' | undefined
}

const SIZES = { xs: 24, s: 32, m: 40, l: 64, xl: 96 }

/** A picture next to a name. Decorative, so the name must be next to it as text. */
export function Avatar({ name, id = name, src, size = 'm', shape }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const fail = () => setBroken(src ?? '')
  return (
    <span className="stoa-avatar" data-size={size} data-shape={shape} data-tint={tintOf(id)} aria-hidden="true">
      {/* The initials stay below the picture, so nothing moves or goes blank while it loads or when it fails. */}
      {initialsOf(name)}
      {src && src !== broken ? (
        <img
          className="stoa-avatar-image"
          src={src}
          alt=""
          // For pages without our styles.
          width={SIZES[size]}
          height={SIZES[size]}
          loading="lazy"
          decoding="async"
          // Picture hosts don't learn which page shows them.
          referrerPolicy="no-referrer"
          onError={fail}
          // It may have failed before hydration. Not `Picture`, whose code every widget would load.
          ref={(image) => void (image?.complete && !image.naturalWidth && image.decode?.().catch(fail))}
        />
      ) : null}
    </span>
  )
}

/** First letters of a name's first and last word; in usernames `_`, `.` and `-` end a word, too. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}\p{Extended_Pictographic}][^\s_.-]*/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => Array.from(word)[0]?.toUpperCase() ?? '').join('')
}

/** One of eight colors for an id, always the same (FNV-1a, 32 bit). */
export function tintOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % 8
}
