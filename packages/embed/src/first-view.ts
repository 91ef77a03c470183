/** Everything between the loader and the widget's own code: one file, that a reader of a thread loads. */
export { heardNews } from './live/heard-news.ts'
export { paint, styles } from './reading/paint.ts'
export { readAlong } from './reading/read-along.ts'
