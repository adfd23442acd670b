/** A lock in the vendor's format. Times are `YYYY-MM-DD HH:mm:ss` in Santo Domingo, or null for never. */
export type LockDevice = {
  did: string;
  /** 1 online, 2 offline. */
  online: 1 | 2;
  type: string;
  gateway: string;
  /** Number of the SIM card. */
  sim: string;
  /** 0 (none) to 31, the scale of modems. */
  signalStrength: number;
  /** Battery in percent. */
  electricity: number;
  alarm: string;
  /** 1 while the buzzer sounds. */
  soundAlarm: 0 | 1;
  /** 1 down, 2 up, 0 unknown. */
  locationState: 0 | 1 | 2;
  clbm: string;
  cm: string;
  ut: string;
  bz: string;
  syncTime: string;
  createTime: string;
  updateTime: string;
  onlineTime: string | null;
  offlineTime: string | null;
};
