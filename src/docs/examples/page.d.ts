/// <reference path="../../sdk/service-miniapp.d.ts" />

/** What the examples take for granted: elements of the page, and a function that shows a text on it. */
declare const button: HTMLButtonElement
declare const canvas: HTMLCanvasElement
declare const picture: HTMLImageElement
declare const show: (text: string) => void
