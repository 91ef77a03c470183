import { type ComponentProps, useCallback, useState } from 'react'

/** Props of `Picture`: those of `<img>`. */
export interface PictureProps extends Omit<ComponentProps<'img'>, 'ref' | 'onError' | 'src' | 'alt'> {
  /** Address of the picture. */
  src: string
  /** Alternative text, empty if the surrounding text describes the picture. */
  alt: string
}

/** A content picture. If it can't be loaded its space stays, with the alternative text. */
export function Picture({ src, alt, ...rest }: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const onError = useCallback(() => setFailedSrc(src), [src])
  // It may have failed before hydration. Tested by decoding, as vector pictures without a size are also 0 wide.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) void image.decode?.().catch(onError)
    },
    [onError],
  )
  if (failedSrc !== src) return <img key="shown" {...rest} ref={ref} alt={alt} src={src} onError={onError} />
  // Uses another element, since an empty address is also an address. Without an address and an `alt` that says something
  // browsers show no broken-image icon.
  const described = alt === '' ? {} : { role: 'img', 'aria-label': alt, title: alt }
  return <img key="missing" {...rest} {...described} alt={alt === '' ? '' : undefined} data-missing="true" />
}
