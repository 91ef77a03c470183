interface ImportMetaEnv {
  readonly VITE_STOA_URL: string
}
