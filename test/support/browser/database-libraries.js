// The libraries that games keep data with, as globals of a page.
import Dexie from 'dexie'
import * as idb from 'idb'
import localforage from 'localforage'

Object.assign(window, { Dexie, idb, localforage })
