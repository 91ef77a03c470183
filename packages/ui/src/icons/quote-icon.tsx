import { Icon, type IconProps } from './icon.tsx'

/** A quotation. */
export const QuoteIcon = (props: IconProps) => (
  <Icon {...props} path="M10 7H5v6h5zM10 13c0 3-1.5 4.5-4 5M19 7h-5v6h5zM19 13c0 3-1.5 4.5-4 5" />
)
