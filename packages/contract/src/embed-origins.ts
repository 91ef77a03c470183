/** Origins of frames that an embed block may show; pages of the forum allow no others. */
export const EMBED_ORIGINS = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://platform.twitter.com',
  'https://www.instagram.com',
  'https://codepen.io',
  'https://w.soundcloud.com',
  'https://open.spotify.com',
] as const
