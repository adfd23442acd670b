import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { baseLocale } from '#language';
import { isLanguage } from '../../domain/language/languages.ts';
import type { Config } from '../config.ts';
import type { ReadSettings } from '../installation/read-settings.ts';
import { findAddress, findSender } from '../mail/find-sender.ts';
import { isRecipientRejected, toErrorCode } from '../mail/mail-error.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createNotificationMail } from './notification-mail.ts';
import {
  type Claimed,
  type ClaimedRow,
  claimNotifications,
  finishNotification,
  type Outcome,
} from './notification-rows.ts';
import { describeNotification } from './notification-texts.ts';
import { PushError, type PushSender } from './push-sender.ts';

/** Sent at the same time: all of them within the minute for which they are claimed. */
const BATCH = 5;

type Dependencies = {
  sql: Sql;
  mailer: Mailer;
  /** Absent without a key for push services. */
  push?: PushSender | undefined;
  readSettings: ReadSettings;
  config: Pick<Config, 'publicUrl' | 'mailFrom'>;
  log: Logger;
  metrics?: Pick<Metrics, 'countNotification'> | undefined;
};

type Failure = { outcome: Exclude<Outcome, 'sent'>; code: string };

function toFailure(error: unknown): Failure {
  if (error instanceof PushError) return { outcome: error.isGone ? 'rejected' : 'failed', code: error.code };
  return { outcome: isRecipientRejected(error) ? 'rejected' : 'failed', code: toErrorCode(error) };
}

/**
 * Delivers what the database has written down for drivers. Any of the servers may: each row is claimed by one of them, and
 * sent twice only when that one crashes between sending and saying so.
 */
export function createNotifier({ sql, mailer, push, readSettings, config, log, metrics }: Dependencies) {
  let isStopping = false;

  const send = async (notification: Claimed, app: string, organizer: string) => {
    const { publicUrl } = config;
    const language = isLanguage(notification.language) ? notification.language : baseLocale;
    if (notification.channel === 'mail') {
      await mailer.send(await createNotificationMail(notification, { language, app, publicUrl, organizer }));
      return;
    }
    if (push === undefined) throw Object.assign(new Error('There is no PUSH_KEY'), { code: 'no_push_key' });
    const { title, pushText, path } = describeNotification(notification, { language, app });
    await push.send(notification, { id: notification.id, title, body: pushText, path }, notification.expires_at);
  };

  const deliver = async ({ id, notification }: ClaimedRow, app: string, organizer: string) => {
    // A kind that a newer server wrote is left to it.
    if (notification === null) return finishNotification(sql, id, 'failed', 'unknown_kind');
    const { channel } = notification;
    try {
      await send(notification, app, organizer);
    } catch (error) {
      const { outcome, code } = toFailure(error);
      log.warn({ notification: id, channel, code, outcome }, 'a notification could not be delivered');
      metrics?.countNotification(channel, outcome);
      await finishNotification(sql, id, outcome, code);
      return;
    }
    metrics?.countNotification(channel, 'sent');
    await finishNotification(sql, id, 'sent');
  };

  return {
    /** Delivers everything that is due. */
    async deliverDue() {
      while (!isStopping) {
        const settings = await readSettings();
        const organizer = findAddress(findSender(config.mailFrom, settings));
        const claimed = await claimNotifications(sql, BATCH);
        if (claimed.length === 0) return;
        await Promise.all(claimed.map((row) => deliver(row, settings.appName, organizer)));
      }
    },
    /** Claims nothing more; what is under way is delivered. */
    stop() {
      isStopping = true;
    },
  };
}

export type Notifier = ReturnType<typeof createNotifier>;
