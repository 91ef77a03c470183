import { useState } from 'react'
import { initialsOf, tintOf } from './initials.ts'

/** Props of `Avatar`. */
export interface AvatarProps {
  /** Name of the person or community; its initials replace a missing picture. */
  name: string
  /** Stable id that determines the colour. Default: the name. */
  id?: string | undefined
  /** Address of the picture. Default: initials. */
  src?: string | null | undefined
  /** 24, 32, 40, 64 or 96 px. Default `m` (40 px). */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | undefined
}

/** A picture next to a name. Decorative, so the name must be next to it as text. */
export function Avatar({ name, id = name, src, size = 'm' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const fail = () => setBroken(src ?? '')
  return (
    <span className="stoa-avatar" data-size={size} data-tint={tintOf(id)} aria-hidden="true">
      {/* The initials stay below the picture, so nothing moves or goes blank while it loads or when it fails. */}
      {initialsOf(name)}
      {src && src !== broken ? (
        <img
          className="stoa-avatar-image"
          src={src}
          alt=""
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
