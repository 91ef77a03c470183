/** The text of the retry button, as in the catalogues. */
export const retryWords: Record<string, string> = {
  en: 'Try again',
  ar: 'إعادة المحاولة',
  de: 'Erneut versuchen',
  es: 'Reintentar',
  fr: 'Réessayer',
  he: 'ניסיון חוזר',
}
