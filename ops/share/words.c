/* SPDX-License-Identifier: MIT */
#include "words.h"

bool dfmto_share_is_common(const uint8_t *p, size_t n) {
  static const char words[] =
      "_apt|account|active|activity|admin|alarm|allowed|android|apache|app|appop|audio|audioserver|auth|avahi|"
      "background|backup|battery|binder|bluetooth|boot|broadcast|browser|cache|cached|calendar|camera|cameraserver|"
      "carrier|cell|chat|clat|client|colord|compat|connected|connecting|contact|contacts|content|created|daemon|"
      "dangerous|data|debug|default|denied|desktop|destroyed|development|device|device-id|dhcp|disabled|"
      "disconnected|display|dnsmasq|driver|drmrpc|email|empty|enabled|error|failed|failure|false|family|files|"
      "foreground|games|granted|graphics|guest|handler|hidden|home|host|hostname|http|iccid|idle|imei|imsi|"
      "inactive|incidentd|info|input|installed|intent|internet|invisible|ipv4|ipv6|kernel|kernoops|keyboard|"
      "keystore|laptop|lightdm|list|local|localhost|location|logd|login|mail|main|media|media_rw|mediaex|meid|"
      "message|messagebus|messages|mobile|modem|mysql|name|net_admin|net_bt|net_raw|network|network-manager|news|"
      "nobody|none|normal|notification|null|office|open|other|owner|package|pass|password|paused|permission|"
      "permissions|person|phone|photos|polkitd|postfix|postgres|power|preinstalled|private|privileged|proc|process|"
      "product|provider|proxy|public|pulse|radio|receiver|resumed|root|router|rtkit|running|screen|sdcard|sdcard_r|"
      "sdcard_rw|sddm|secret|sensor|serial|server|service|session|settings|shell|signature|sim|sshd|ssid|started|"
      "statd|statsd|stopped|storage|success|sync|syslog|system|system_server|systemd-network|systemd-resolve|"
      "tcpdump|telecom|telephony|temp|test|thread|token|touch|true|ubuntu|unknown|update|usbmux|user|username|uucp|"
      "uuidd|vendor|video|visible|webview_zygote|whoopsie|wifi|window|wireless|work|www-data|zygote";
  return dfmto_share_is_listed((struct dfmto_share_bytes){p, n}, words);
}

bool dfmto_share_is_system_user(const uint8_t *p, size_t n) {
  static const char words[] =
      "_apt|adm|apache|audio|audioserver|avahi|backup|bin|bluetooth|camera|cameraserver|clat|colord|daemon|dhcp|"
      "dnsmasq|drm|drmrpc|ftp|games|gdm|gps|graphics|http|incidentd|input|irc|kernoops|keystore|lightdm|list|log|"
      "logd|lp|mail|man|media|media_rw|mediaex|messagebus|mysql|net_admin|net_bt|net_raw|network-manager|news|nfc|"
      "nobody|ntp|polkitd|postfix|postgres|proxy|pulse|radio|root|rtkit|sdcard|sdcard_r|sdcard_rw|sddm|shell|sshd|"
      "statd|statsd|sync|sys|syslog|system|system_server|systemd-network|systemd-resolve|systemd-timesync|tcpdump|"
      "tss|usb|usbmux|uucp|uuidd|vpn|webview_zygote|whoopsie|wifi|www-data|zygote";
  return dfmto_share_is_listed((struct dfmto_share_bytes){p, n}, words);
}
