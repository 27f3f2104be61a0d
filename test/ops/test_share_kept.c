/* SPDX-License-Identifier: MIT */
/* Share: words of reports stay byte for byte, and an address that a key is glued to goes. */
#include "sharing.h"

#include <stdlib.h>
#include <string.h>

#define LOG "03-17 08:00:00.123  1000  1276  1340 D "

/* ---- what stays ---- */

/* A line each; any of them could teach a word that the others have. */
static const char *const kept[] = {
    /* a permission has a state, and its name may end as that of a secret does */
    "      com.example.permission.READ_WIFI_CREDENTIAL: prot=signature|privileged, INSTALLED",
    "      com.example.permission.C2D_MESSAGE_TOKEN: prot=signature",
    "      com.example.permission.SECRET: prot=normal",
    "      com.example.permission.MANAGE_PASSWORD: granted=true",
    "      com.example.permission.USE_CREDENTIALS: granted=true, flags=[ USER_SENSITIVE_WHEN_GRANTED ]",
    "      net.example.ACCESS_SECRET: granted=false, flags=[ USER_SET|USER_FIXED ]",
    "      org.example.RESET_PASSPHRASE: undefined7x",
    "      android.permission.INTERNET: granted=true",
    "    uid=1000 gids=[] type=0 prot=signature|privileged",
    "  com.example.user.TOKEN: pid=3330 uid=10123 gids=[]",
    /* the next field */
    LOG "KeyguardService: password: granted=true method=biometric",
    LOG "KeyguardService: passphrase: retries=3 secret: state=0x1f psk: mode=sae",
    LOG "Session : session=1 sessionId: 12 sid=0 sig=SIGSEGV code=SEGV_MAPERR credential=NONE",
    LOG "WifiStateMachine: rec[9]: what=CMD_ONESHOT_RSSI_POLL ssid= rssi=-127 f=-1 sc=0",
    LOG "WifiInfo: display_name= id=7 owner name: state=1 configKey= networkId=-1",
    "    connection.name=none host=null display_name=null ssid=<unknown ssid> imei=unknown lookup=false",
    "    state=RESUMED sessionId=0 code=-1 pid=3330 serial=0 name=main address=0x7f12a401",
    /* programs show objects so */
    LOG "WindowManager: mToken=WindowToken{408afd68 token=android.os.Binder@408aeb70} credential=a.b.C$D@1f2e3d4",
    "\"RefQueueWorker@com.example.http.elegant.ConnManager$Pool@4065fd20\" daemon prio=5 tid=14 WAIT",
    /* folders, users and numbers of systems */
    LOG "MediaScanner: /system/product/media/audio/ui/Lock.ogg content://media/external/images /data/media/0/x",
    LOG "UserSwitcher: UserInfo{0:Owner:13} UserInfo{10:User2:10} UserInfo{11:Guest:14}",
    LOG "init: username=audioserver logname=system_server sudo_user=root",
    LOG "dvm_gc_info: [8320808730291693169,-8920918135564466098,-3999894623281706965,0]",
    "  | sysTid=144 nice=0 sched=0/0 cgrp=default handle=-1345006464",
    "  | sysTid=147 nice=0 sched=0/0 cgrp=bg_non_interactive handle=1232336",
    "  address=1234567 number=12 phone=0 handle=12345678 callback=1231424 at 12.345678 1234567",
    "  mCi=2147483647 mTac=65535 mNci=9223372036854775807 mCid=4294967295",
    "2020-01-08T15:29:45.886 - mHandler: 12 phoneId: 0",
    "Radio: 1.0.0.0, tool 2:3.4.5.6",
    LOG "Ids: adid=00000000-0000-0000-0000-000000000000",
    /* settings of Linux */
    " passwd: files systemd",
    " gdm-password]: pam_unix(gdm-password:auth): check pass; user unknown",
    " token_endpoint_auth_method=client_secret_basic files compat",
    /* no addresses */
    "5E:8F:16:06:2E:A3:CD 2020-01-08-15-30-07 be-3c-5a-00-00-01-02 0000:00:1f.3 mac:02:00:00:00:00:00",
    "std::dead::beefy fe::80 c:12:34 12:34:56 ns::fe80::what 64:1:2:3:4:5:6:7",
};

static void test_kept(void **state) {
  (void)state;
  enum { LINES = sizeof kept / sizeof *kept };
  char all[LINES * 160];
  size_t len = 0;
  for (size_t i = 0; i < LINES; i++) {
    memcpy(all + len, kept[i], strlen(kept[i]));
    len += strlen(kept[i]);
    all[len++] = '\n';
  }
  all[len] = '\0';
  struct bytes out = with_key(all, key);
  assert_string_equal(out.ptr, all);
  free(out.ptr);
}

/* ---- what goes ---- */

static const struct {
  const char *text, *want;
} gone[] = {
    /* after a key of any letters, those of hexadecimal among them */
    {"mac:3C:5A:B4:00:00:01 MAC:3c:5a:b4:00:00:02 bssid:3C:5A:B4:00:00:03\n", "mac:<mac> MAC:<mac> bssid:<mac>\n"},
    {"value:00:00:5E:00:53:AF added:00:00:5e:00:53:b0 cafe:00:00:5e:00:53:b1\n",
     "value:<mac> added:<mac> cafe:<mac>\n"},
    {"d:00:00:5e:00:53:a0 usb:00:00:5e:00:53:a1 node:00:00:5e:00:53:a2 iface:00-00-5e-00-53-a3\n",
     "d:<mac> usb:<mac> node:<mac> iface:<mac>\n"},
    {"wlan-00-00-5e-00-53-a4 00:00:5e:00:53:a5:4500 00:00:5e:00:53:a6:dev 00:00:5e:00:53:a7:connected\n",
     "wlan-<mac> <mac>:4500 <mac>:dev <mac>:connected\n"},
    {"src:2001:db8::1 c:2001:db8::2 fe:2001:db8::3 added:2001:db8::4 ns:fe80::5 d:fe80::6%wlan0\n",
     "src:<ipv6> c:<ipv6> fe:<ipv6> added:<ipv6> ns:<ipv6> d:<ipv6>%wlan0\n"},
    {"2001:db8::1:eth0 2001:db8::2:12345 addr:2001:db8:1:2:3:4:5:6\n", "<ipv6>:eth0 <ipv6>:12345 addr:<ipv6>\n"},
    {"64:ff9b::192.0.2.1 x\n", "<ipv6> x\n"},
    /* without separators, if a label says so */
    {"androidboot.btmacaddr=00005E0053AF bssid=00005e0053b0 mac=000000000000 hwaddr=00005e0053b\n",
     "androidboot.btmacaddr=<mac> bssid=<mac> mac=000000000000 hwaddr=00005e0053b\n"},
    /* secrets of letters alone go where they stand, and teach nothing */
    {"x password=swordfish, swordfish stays\n", "x password=<secret>, swordfish stays\n"},
    {"x password=a1=b2c3d4e5 then a1=b2c3d4e5\n", "x password=<secret> then a1=b2c3d4e5\n"},
    {"x password=hunter2xy then hunter2xy\n", "x password=<secret> then <secret>\n"},
    {"x password: granted=tr0e1x\n", "x password: <secret>\n"},
    /* a tag of XML is a label, a bracket is none */
    {"x <password>hunter2xy</password> <secret> x=1\n", "x <password><secret></password> <secret> x=1\n"},
    /* folders of people */
    {"ls /media/jdoe /run/media/jroe/x file:///media/jpoe\n",
     "ls /media/<username> /run/media/<username>/x file:///media/<username>\n"},
    /* numbers that are dialled */
    {"address=+493023125001 handle=03023125002 address=(202)555-0199 number=5550143\n",
     "address=<phone> handle=<phone> address=<phone> number=<phone>\n"},
    /* a field of a crash report says what its value is */
    {"ProblemType: Crash\npassword: swordfish\nTitle: swordfish\n",
     "ProblemType: Crash\npassword: <secret>\nTitle: swordfish\n"},
};

static void test_gone(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
    struct bytes out = with_key(gone[i].text, key), again = with_key(out.ptr, key);
    same(out, again);
    if (gone[i].want) bare(out.ptr);
    assert_string_equal(out.ptr, gone[i].want ? gone[i].want : gone[i].text);
    free(out.ptr);
    free(again.ptr);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kept), cmocka_unit_test(test_gone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
